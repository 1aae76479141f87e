import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Response, Test } from 'supertest';
import { type Books, readBooks } from '../harness/ledger.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';

export const PATH = '/v1/enrich/partnerships';
export const ACME = { domains: ['acme.example'] };
export const ENRICH =
  'mutation Enrich($input: EnrichPartnershipsInput!) { enrichPartnerships(input: $input) { creditsCharged results { domain charge windowEndsAt } } }';
export const FLAG = 'mutation ($input: FlagCompanyInput!) { flagCompany(input: $input) { flag { flagId } } }';

/** A service with the small catalogue, and an organization that sends requests with an Idempotency-Key. */
export interface Sender {
  readonly service: TestService;
  readonly tenant: Tenant;
  /** REST with the key of the tenant's admin. */
  rest(): ReturnType<TestService['rest']>;
  /** Returns the number of stored responses. */
  records(where?: string): Promise<number>;
  books(tenant: Tenant): Promise<Books>;
}

/** Starts the service before the first test of a file. */
export function useSender(): Sender {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await startTestService();
    await seedSmallCatalogue(service.database.pool);
    tenant = await service.createTenant('tenant', 1000);
  });
  afterAll(() => service.close());
  return {
    get service() {
      return service;
    },
    get tenant() {
      return tenant;
    },
    rest: () => service.rest(tenant.userKey),
    async records(where = 'true') {
      const { rows } = await service.database.pool.query(
        `SELECT count(*)::int AS n FROM idempotency_record WHERE ${where}`,
      );
      return rows[0]?.n;
    },
    books: ({ organizationId }) => readBooks(service.database.pool, organizationId),
  };
}

let keys = 0;

/** Returns an Idempotency-Key that has not been sent yet. */
export const freshKey = () => `key-${++keys}`;
export const keyed = (test: Test, key: string) => test.set('Idempotency-Key', key);

/** Returns the headers that belong to the response, not to the connection or the request. */
function kept({ headers }: Response): object {
  const names = ['content-type', 'location', 'etag', 'x-credits-charged', 'x-credits-remaining'];
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}

/** Sends the same request twice. @returns both responses; expects the second to equal the first. */
export async function twice(send: (key: string) => PromiseLike<Response>): Promise<[Response, Response]> {
  const key = freshKey();
  const first = await send(key);
  const second = await send(key);
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect([second.status, second.text, kept(second)]).toEqual([first.status, first.text, kept(first)]);
  return [first, second];
}
