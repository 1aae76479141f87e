import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

const asking = new WeakSet<IncomingMessage>();

/** For a server's `checkContinue`: the request goes on, and is told to send its body only once somebody reads it. */
export function withoutContinue(listener: RequestListener): RequestListener {
  return (req, res) => {
    asking.add(req);
    listener(req, res);
  };
}

/** Tells a client that asked (`Expect: 100-continue`) to send its body. */
export function askForBody(req: IncomingMessage, res: ServerResponse): void {
  if (asking.delete(req)) res.writeContinue();
}

/** Whether the client still waits to be told whether to send its body. */
export function awaitsContinue(req: IncomingMessage): boolean {
  return asking.has(req);
}
