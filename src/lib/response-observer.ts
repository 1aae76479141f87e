import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Receives the responses that the socket could not take at once. */
export interface ResponseObserver {
  /** @param held bytes that the process keeps for this response alone; 0 for a buffer that responses share. */
  buffered(res: ServerResponse, held: number): void;
  /** Called for a response that is written piece by piece, at the pace of its source. */
  streaming(res: ServerResponse): void;
}

/** Keyed by connection: an entry for each request would cost every request, and most responses leave at once. */
const observers = new WeakMap<Socket, ResponseObserver>();

export function observeResponses(socket: Socket, observer: ResponseObserver): void {
  observers.set(socket, observer);
}

export function observerOf({ socket }: ServerResponse): ResponseObserver | undefined {
  return socket ? observers.get(socket) : undefined;
}
