import { Agent, request } from 'node:http';

export interface FuzzRequest {
  method: string;
  /** Percent-encoded. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface FuzzAnswer {
  status: number;
  headers: Record<string, string>;
  /** The media type without parameters. */
  type: string;
  text: string;
  /** Parsed, or an empty object. */
  body: unknown;
}

/** Longer than the time limit of any operation. */
const TIMEOUT_MS = 40_000;

/** Sends requests unchanged: libraries would correct or refuse faulty ones. */
export function createClient(url: string): {
  send(what: FuzzRequest): Promise<FuzzAnswer>;
  close(): void;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const { hostname, port } = new URL(url);
  return {
    close: () => agent.destroy(),
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        // Without Content-Length, Node sends the body of a GET in a way that it is read as the next request.
        const length: Record<string, string> =
          body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
        const sent = request(
          { hostname, port, method, path, headers: { ...headers, ...length }, agent, timeout: TIMEOUT_MS },
          (response) => {
            const parts: Buffer[] = [];
            response.on('data', (part: Buffer) => parts.push(part));
            response.on('error', reject);
            response.on('end', () => {
              const text = Buffer.concat(parts).toString();
              const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
              const type = (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim() ?? '';
              resolve({
                status: response.statusCode ?? 0,
                headers: Object.fromEntries(given),
                type,
                text,
                body: parse(text, type),
              });
            });
          },
        );
        sent.on('timeout', () => sent.destroy(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)));
        sent.on('error', reject);
        sent.end(body);
      }),
  };
}

function parse(text: string, type: string): unknown {
  if (!/json$/.test(type) || text === '') return {};
  return JSON.parse(text);
}

/** Node refuses headers above 16 kB before the service sees them. */
const MAX_TEXT = 800;

/** Encodes any text as a part of a URL. Lone surrogates become the bytes that a careless client sends. */
export function encode(whole: string): string {
  const text = whole.length > MAX_TEXT ? whole.slice(0, MAX_TEXT) : whole;
  try {
    return encodeURIComponent(text);
  } catch {
    return `${encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))}%ED%A0%80`;
  }
}

const SHOWN = 1_200;
const shorten = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length})` : text);

export function describe({ method, path, headers, body }: FuzzRequest): string {
  return `${method} ${shorten(path)} ${JSON.stringify(headers)} ${shorten(body ?? '')}`;
}
