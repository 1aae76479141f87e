import { once } from 'node:events';
import type { Socket } from 'node:net';
import { openConnection, requestText } from '../../harness/raw-http.ts';
import type { TestService } from '../../harness/service.ts';

export interface Sent {
  key: string;
  type?: string | undefined;
  query?: string;
  headers?: Record<string, string>;
}

/** Sends a file as it is. */
export async function sendFile(
  { url }: Pick<TestService, 'url'>,
  file: string | Buffer,
  { key, type = 'text/csv', query = 'kind=match', headers = {} }: Sent,
) {
  const response = await fetch(`${url}/v1/jobs?${query}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': type, ...headers },
    body: Buffer.from(file) as BodyInit,
  });
  const body = await response.json();
  return { status: response.status, headers: response.headers, body };
}

/** A row of the table of jobs, with its chunks. */
export async function readJob({ database }: TestService, jobId: number) {
  const { rows } = await database.pool.query('SELECT * FROM job WHERE id = $1', [jobId]);
  const chunks = await database.pool.query(
    'SELECT number, first_row, row_count, input FROM job_chunk WHERE job_id = $1 ORDER BY number',
    [jobId],
  );
  const inputs: unknown[] = chunks.rows.flatMap(({ input }) => JSON.parse(input));
  return { ...rows[0], chunks: chunks.rows, inputs };
}

export async function jobsOf({ database }: TestService, organizationId: number) {
  const { rows } = await database.pool.query(
    'SELECT id, status, error, row_count, input_bytes::int FROM job WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  );
  return rows;
}

/** With undefined, a header is not sent. */
type Begun = Omit<Sent, 'headers'> & { headers?: Record<string, string | undefined> };

/** Begins to send a file in chunks of the transfer coding, on a connection of its own. */
export async function beginUpload(
  { url }: Pick<TestService, 'url'>,
  { key, type = 'text/csv', query = 'kind=match', headers = {} }: Begun,
) {
  const socket: Socket = await openConnection(url);
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes));
  socket.write(
    requestText(`POST /v1/jobs?${query}`, {
      'X-API-Key': key,
      'Content-Type': type,
      'Transfer-Encoding': 'chunked',
      ...headers,
    }),
  );
  const send = (part: string | Buffer) => {
    const bytes = Buffer.from(part);
    socket.write(
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]),
    );
  };
  const text = () => Buffer.concat(received).toString();
  return {
    socket,
    send,
    text,
    /** Ends the file, and returns the answer. */
    async end() {
      socket.write('0\r\n\r\n');
      return this.answer();
    },
    /** Waits for the answer. */
    async answer() {
      const closed = once(socket, 'close');
      while (!/\r\n\r\n[\s\S]*\}\s*$/.test(text()) && !socket.closed)
        await Promise.race([once(socket, 'data'), closed]);
      const [head = '', body = ''] = text().split('\r\n\r\n');
      return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) };
    },
    /** Breaks the connection. */
    kill: () => socket.destroy(),
  };
}
