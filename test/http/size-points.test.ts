import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import type { Tenant } from '../harness/service.ts';
import { useTestService } from '../harness/use-service.ts';

const KIB = 1024;
const READ = 100;
const POINTS = { read: READ, write: 1000, evaluate: 1000, enrich: 1000, export: 1000 };

let tenant: Tenant;
let made = 0;

const service = useTestService({ rateLimit: { store: 'memory', points: POINTS } });
beforeEach(async () => {
  made += 1;
  tenant = await service.createTenant(`reader${made}`);
});

const ask = (query: string) => service.graphql(tenant.userKey, query);
const left = ({ headers }: Response) => Number(/"read";r=(\d+)/.exec(headers.ratelimit ?? '')?.[1]);
/** Returns a valid document of `length` characters that takes one point by its cost. */
const documentOf = (length: number, seed: string) => {
  const query = '{ viewer { organization { name } } }';
  return `#${seed}${'x'.repeat(length - query.length - seed.length - 2)}\n${query}`;
};

describe('rate-limit points for the length of a document', () => {
  it('are one for each started 1,000 characters beyond 2,000, and are taken once if the document is cached', async () => {
    const query = documentOf(4_001, 'a');
    const first = await ask(query);
    expect([first.status, left(first)]).toEqual([200, READ - 3 - 1]);
    expect(left(await ask(query))).toBe(READ - 3 - 2);
  });

  it('are zero up to 2,000 characters', async () => {
    expect(left(await ask(documentOf(2_000, 'b')))).toBe(READ - 1);
  });

  it('are taken each time from an invalid document, which is not cached', async () => {
    const query = `{ ${'nothing '.repeat(1_000)} }`;
    for (const times of [1, 2]) {
      const response = await ask(query);
      expect(response.body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
      expect(left(response)).toBe(READ - 7 * times);
    }
  });

  it('refuse a document before it is parsed when none are left, with the time of the retry', async () => {
    const broken = `{ ${'nothing '.repeat(12_000)} `;
    const response = await ask(broken);
    expect([response.status, response.body.errors[0].extensions.code]).toEqual([200, 'GRAPHQL_PARSE_FAILED']);
    const refused = await ask(broken);
    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('rate-limit points for the length of a body', () => {
  const padded = (length: number) => {
    const body = JSON.stringify({ domains: ['nobody.example'] });
    return body + ' '.repeat(length - body.length);
  };
  const enrich = (length: number) =>
    service.rest(tenant.userKey).post('/v1/enrich/partnerships', padded(length));

  it('are one of read for each started 16 KiB beyond 64 KiB, on a route of any class', async () => {
    const response = await enrich(64 * KIB + 1);
    expect([response.status, left(response)]).toEqual([200, READ - 1]);
    expect(left(await enrich(96 * KIB))).toBe(READ - 1 - 2);
  });

  it('are zero up to 64 KiB', async () => {
    const response = await enrich(64 * KIB);
    expect(response.status).toBe(200);
    expect(response.headers.ratelimit).not.toContain('"read"');
  });

  it('refuse a body before it is read when none are left, over both APIs', async () => {
    expect((await enrich(KIB * KIB)).status).toBe(200);
    expect((await enrich(KIB * KIB)).body.detail.error).toBe('rate_limited');
    const query = `${JSON.stringify({ query: '{ viewer { user { name } } }' })}${' '.repeat(KIB * KIB - 64)}`;
    const { status, body } = await service.graphql(tenant.userKey, '').send(query);
    expect([status, body.errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
  });
});
