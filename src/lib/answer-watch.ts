import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Is told of answers that do not leave at once. */
export interface AnswerWatcher {
  /** @param held bytes that the process keeps for this answer alone; 0 for a buffer that answers share. */
  waits(res: ServerResponse, held: number): void;
  /** An answer that is written piece by piece, at its own pace. */
  streams(res: ServerResponse): void;
}

/** By connection: an entry a request would cost every request, and most answers leave at once. */
const watchers = new WeakMap<Socket, AnswerWatcher>();

export function watchAnswers(socket: Socket, watcher: AnswerWatcher): void {
  watchers.set(socket, watcher);
}

export function watcherOf({ socket }: ServerResponse): AnswerWatcher | undefined {
  return socket ? watchers.get(socket) : undefined;
}
