import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/** Handles a server's `checkContinue` event. The client is asked for its body only when a handler reads it. */
export function deferContinue(listener: RequestListener): RequestListener {
  return (req, res) => {
    waiting.add(req);
    listener(req, res);
  };
}

/** Sends 100 Continue if the client waits for it (`Expect: 100-continue`). */
export function askForBody(req: IncomingMessage, res: ServerResponse): void {
  if (waiting.delete(req)) res.writeContinue();
}

/** Returns whether the client is still waiting for 100 Continue. */
export function awaitsContinue(req: IncomingMessage): boolean {
  return waiting.has(req);
}
