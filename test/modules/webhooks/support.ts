import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, expect } from '@jest/globals';
import type { Certificate } from '../../harness/certificate.ts';
import { faultsOfRequest } from '../../harness/event-messages.ts';
import { pause } from '../../harness/locks.ts';
import type { TestService } from '../../harness/service.ts';
import { createList } from '../lists/operations.ts';

/** Settings of a service that sends to this machine, by http too. */
export const LOOPBACK = { works: true, webhooks: { allow: ['127.0.0.0/8', '::1'], attemptMs: 15_000 } };

export interface Received {
  headers: IncomingHttpHeaders;
  /** As it was sent. */
  body: string;
}

type Answer = number | ((response: ServerResponse, received: Received) => void);

export interface Receiver {
  url: string;
  /** Requests so far, in the order of their arrival. */
  requests: Received[];
  /** How the next requests are answered: a status, or a function. */
  answer: Answer;
  /** Connections so far, with and without requests. */
  connections: () => number;
  /** Most requests that were open at once. */
  mostOpen: () => number;
}

/**
 * Returns a function that starts HTTP servers, by TLS with a certificate. They keep what they receive. They are closed after
 * the tests of the file, and all requests of webhooks must have conformed to asyncapi.json.
 */
export function useReceivers(): (answer?: Answer, certificate?: Certificate) => Promise<Receiver> {
  const servers: Server[] = [];
  const receivers: Receiver[] = [];
  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    // Tests of the sender alone send requests of their own.
    const signed = receivers
      .flatMap(({ requests }) => requests)
      .filter(({ headers }) => headers['user-agent'] === 'company-data-webhooks');
    expect(signed.flatMap(faultsOfRequest)).toEqual([]);
  });
  return async (answer = 204, certificate) => {
    const receiver = await startReceiver(answer, servers, certificate);
    receivers.push(receiver);
    return receiver;
  };
}

async function startReceiver(answer: Answer, servers: Server[], tls?: Certificate): Promise<Receiver> {
  let open = 0;
  let most = 0;
  let connections = 0;
  const take: RequestListener = (request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const received = { headers: request.headers, body: Buffer.concat(chunks).toString() };
      receiver.requests.push(received);
      if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end();
      else receiver.answer(response, received);
    });
  };
  const server = tls ? createTlsServer(tls, take) : createServer(take);
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    requests: [],
    answer,
    connections: () => connections,
    mostOpen: () => most,
  };
  return receiver;
}

/** Makes every process look for webhooks that are due, and gives them a moment. */
export async function wake(service: TestService): Promise<void> {
  await service.database.pool.query(`SELECT pg_notify('events', '')`);
  await pause();
}

/** Waits until a condition holds. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`it never happened: ${what}`);
    await pause();
  }
}

/** Waits until a receiver has as many requests, and returns their parsed bodies. */
export async function received(receiver: Receiver, count: number): Promise<Record<string, unknown>[]> {
  await until(() => receiver.requests.length >= count, `${count} requests; ${receiver.requests.length} came`);
  return receiver.requests.map(({ body }) => JSON.parse(body));
}

export interface Shown {
  webhook_id: number;
  secret: string;
  enabled: boolean;
  disabled_reason?: string;
  failed_attempts: number;
  failing_since?: string;
  next_attempt_at?: string;
  pending_event_id?: number;
  cursor: string;
  [name: string]: unknown;
}

export async function createWebhook(
  service: TestService,
  key: string,
  body: { url: string; [name: string]: unknown },
): Promise<Shown> {
  return (await service.rest(key).post('/v1/webhooks', body).expect(201)).body;
}

export async function readWebhook(service: TestService, key: string, id: number): Promise<Shown> {
  return (await service.rest(key).get(`/v1/webhooks/${id}`).expect(200)).body;
}

/** Makes an event: a list of the key's user is created and deleted. @returns the id of the list. */
export async function makeEvent(service: TestService, key: string, name = 'For an event'): Promise<number> {
  const id = await createList(service, key, name);
  await service.rest(key).delete(`/v1/lists/${id}`).expect(204);
  return id;
}

/** Ids of the lists that the requests of a receiver are about, in order. */
export const listsOf = (bodies: readonly Record<string, unknown>[]) =>
  bodies.map(({ data }) => (data as { list_id?: number }).list_id);
