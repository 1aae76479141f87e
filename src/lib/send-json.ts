import type { ServerResponse } from 'node:http';

/** Writes a JSON body in one piece. As bytes: a long text would be copied twice more on its way to the socket. */
export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}
