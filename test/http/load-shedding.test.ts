import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { createDocumentCache } from '../../src/graphql/document-cache.ts';
import { joinDocuments } from '../../src/graphql/persisted-documents.ts';
import { shedLoad } from '../../src/http/load-shedding.ts';
import { Fault } from '../../src/lib/fault.ts';
import { createAuthenticator } from '../../src/modules/access/authenticate.ts';
import { createWorkQueue } from '../../src/modules/limits/work-queue.ts';
import { type CapturedLog, captureLog } from '../harness/log.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, KUBERNETES } from '../modules/lists/operations.ts';
import { HEAVY, LAG_MS, SAMPLES, WORK } from './limit-support.ts';

/** A request with an Origin passes this early check; its API refuses it. */
const ORIGIN = 'https://elsewhere.example';

const NO_LAG = { lagMs: () => 0, close: () => undefined };
const NO_USAGE = {
  record() {},
  recordError() {},
  flush: async () => undefined,
  close: async () => undefined,
};

let service: TestService;
let tenant: Tenant;
let listId: number;
let lag = 0;
let requests = 0;
const log: CapturedLog = captureLog();

beforeAll(async () => {
  const eventLoop = { lagMs: () => lag, close: () => undefined };
  service = await startTestService({ overload: WORK, eventLoop, logger: log.logger });
  tenant = await service.createTenant('busy');
  await seedSmallCatalogue(service.database.pool);
  listId = await createList(service, tenant.userKey, 'Members', KUBERNETES);
});
afterAll(() => service.close());
/** Sends requests first, so that the key and the documents are cached. */
beforeEach(async () => {
  lag = 0;
  for (const costClass of HEAVY) await overGraphql(costClass);
  lag = LAG_MS + 1;
});

const overRest = (costClass: (typeof HEAVY)[number]) =>
  SAMPLES[costClass].rest(service, tenant.userKey, listId);
const overGraphql = (costClass: (typeof HEAVY)[number]) =>
  service.graphql(tenant.userKey, SAMPLES[costClass].graphql, { id: listId });

type Sent = PromiseLike<Response> & { set?: (name: string, value: string) => Sent };

/** Sends a request with an id. @returns its response and its log line, without what differs for each request. */
async function send(sent: Sent, headers: Record<string, string> = {}) {
  requests += 1;
  const requestId = `refused-${`${requests}`.padStart(3, '0')}`;
  for (const [name, value] of Object.entries({ ...headers, 'X-Request-Id': requestId }))
    sent.set?.(name, value);
  const { status, headers: received, body } = await sent;
  const { time, durationMs, requestId: logged, responseBytes, ...line } = await log.ofRequest(requestId);
  const { date, 'x-request-id': named, ...fields } = received;
  expect([logged, named, typeof durationMs]).toEqual([requestId, requestId, 'number']);
  return { status, fields, body, line, size: Number(responseBytes) };
}

/** Creates the early check with a caller and a load. @returns a function that tells whether a request passes it. */
function passing({ isBusy = true, isKnown = true } = {}) {
  const passed: string[] = [];
  const principal = { keyId: 1, organizationId: 1, kind: 'org', userId: null, role: null } as const;
  const fault = new Fault('overloaded', 'Later.', { details: { retry_after: 2 } });
  const listener = shedLoad(
    {
      work: { ...createWorkQueue({ settings: WORK, eventLoop: NO_LAG }), isBusy, refusalOf: () => fault },
      authenticator: {
        ...createAuthenticator(service.database.pool, service.clock, NO_USAGE),
        recall: () => (isKnown ? principal : undefined),
      },
      known: { documents: joinDocuments(undefined), documentCache: createDocumentCache(1_000_000) },
      observer: undefined,
    },
    (req) => passed.push(`${req.method} ${req.url}`),
  );
  const ask = (method: string, url: string, headers: Record<string, string> = {}): boolean => {
    const req = new IncomingMessage(new Socket());
    Object.assign(req, { method, url, headers: { 'x-api-key': 'key', ...headers } });
    const before = passed.length;
    listener(req, new ServerResponse(req));
    return passed.length > before;
  };
  return ask;
}

const ENRICH = ['POST', '/v1/enrich/partnerships'] as const;

describe('the early check in front of the APIs', () => {
  it.each([
    ['POST', '/v1/enrich/partnerships'],
    ['POST', '/v1/lists/preview-count'],
    ['GET', '/v1/lists/12/export.csv'],
    ['GET', '/v1/lists/12/export.csv?columns=domain'],
  ])('refuses %s %s', (method, url) => {
    expect(passing()(method, url)).toBe(false);
  });

  it.each([
    ['GET', '/v1/enrich/partnerships'],
    ['HEAD', '/v1/lists/12/export.csv'],
    ['GET', '/v1/lists/12/export-csv'],
    ['GET', '/v1/lists/12/13/export.csv'],
    ['GET', '/v1/companies/acme'],
    ['GET', '/healthz'],
    ['GET', '/graphql'],
  ])('passes %s %s', (method, url) => {
    expect(passing()(method, url)).toBe(true);
  });

  it('passes requests with an uncached key, a long body, or an Origin', () => {
    expect(passing({ isKnown: false })(...ENRICH)).toBe(true);
    expect(passing()(...ENRICH, { 'content-length': '70000' })).toBe(true);
    expect(passing()(...ENRICH, { 'transfer-encoding': 'chunked' })).toBe(true);
    expect(passing()(...ENRICH, { origin: ORIGIN })).toBe(true);
  });

  it('passes all requests while no work waits', () => {
    expect(passing({ isBusy: false })(...ENRICH)).toBe(true);
  });
});

describe('an early refusal', () => {
  const both = HEAVY.flatMap((costClass) => [
    [costClass, 'REST', overRest] as const,
    [costClass, 'GraphQL', overGraphql] as const,
  ]);

  it.each(both)(
    'of %s over %s equals that of the API, and is logged in the same way',
    async (costClass, _api, ask) => {
      // Its key is then known for three seconds, which a slow machine may need for the tests before.
      await send(ask(costClass));
      const early = await send(ask(costClass));
      const late = await send(ask(costClass), { Origin: ORIGIN });
      expect(early.status).toBe(429);
      expect(early.fields['retry-after']).toBe('2');
      expect(early.line).toMatchObject({ status: 429, error: 'overloaded', keyId: expect.any(Number) });
      expect(early).toEqual(late);
    },
  );

  it('is counted as an error of its key, and runs no statement', async () => {
    const { pool } = service.database;
    const tally = async () => {
      await service.service.flush();
      const { rows } = await pool.query(
        'SELECT sum(requests)::int AS requests, sum(errors)::int AS errors FROM api_key_usage',
      );
      return rows[0];
    };
    const before = await tally();
    const { statements } = await recordStatements(async () => {
      await send(overRest('enrich'));
      await send(overGraphql('enrich'));
    });
    expect(statements).toEqual([]);
    expect(await tally()).toEqual({ requests: before.requests + 2, errors: before.errors + 2 });
  });

  it('also answers requests in several parts, and pipelined ones in their order', async () => {
    const body = JSON.stringify({ query: SAMPLES.enrich.graphql });
    const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nX-API-Key: ${tenant.userKey}\r\nContent-Type: application/json`;
    const graphql = `${head}\r\nContent-Length: ${body.length}\r\nX-Request-Id: first\r\n\r\n${body}`;
    const lookUp = `GET /v1/companies/acme HTTP/1.1\r\nHost: x\r\nX-API-Key: ${tenant.userKey}\r\nX-Request-Id: second\r\nConnection: close\r\n\r\n`;
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const received = text(socket);
    socket.write(graphql.slice(0, -10));
    await sleep(20);
    socket.write(graphql.slice(-10) + lookUp);
    const answers = await received;
    expect(answers.match(/HTTP\/1\.1 \d+|X-Request-Id: \S+/g)).toEqual([
      'HTTP/1.1 429',
      'X-Request-Id: first',
      'HTTP/1.1 200',
      'X-Request-Id: second',
    ]);
  });

  it.each([
    ['a body that is not JSON', 'application/json', '{', 400],
    ['another media type', 'text/plain', '{"query":"{ __typename }"}', 415],
    ['a light document', 'application/json', '{"query":"{ __typename }"}', 200],
  ])('is not sent for %s', async (_name, type, body, status) => {
    const headers = { 'X-API-Key': tenant.userKey, 'Content-Type': type };
    const response = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
  });
});
