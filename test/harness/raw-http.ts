import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Opens a connection to a service, on which a test writes the bytes of requests. */
export async function openConnection(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  // The service may close it during a write.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Formats a request as it is sent. */
export function requestText(
  start: string,
  headers: Record<string, string | number | undefined> = {},
  body = '',
): string {
  const fields = Object.entries({ Host: 'test', ...headers }).filter(([, value]) => value !== undefined);
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${start} HTTP/1.1\r\n${lines}\r\n${body}`;
}

export interface EncodedAnswer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  /** Bytes on the wire, which `fetch` and supertest would decode. */
  body: Buffer;
}

/** Sends a request and returns its response without decoding it. */
export function requestEncoded(
  url: string | URL,
  headers: Record<string, string> = {},
  { method = 'GET', body }: { method?: string; body?: string | undefined } = {},
): Promise<EncodedAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, async (res) => {
      const chunks: Buffer[] = [];
      for await (const chunk of res) chunks.push(chunk);
      resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks) });
    });
    sent.once('error', reject).end(body);
  });
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends bytes and reads until the service closes the connection. @returns the first response. */
export async function exchange(url: string, ...parts: string[]): Promise<RawAnswer> {
  const socket = await openConnection(url);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  for (const part of parts) socket.write(part, 'latin1');
  await once(socket, 'close');
  const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
  const [start = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(start.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
}
