import { beforeAll, expect } from '@jest/globals';
import type { Response, Test } from 'supertest';
import type { TestDatabase } from '../harness/database.ts';
import { type Books, readBooks } from '../harness/ledger.ts';
import type { Tenant } from '../harness/service.ts';
import { useTenant, useTestService } from '../harness/use-service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';

export const PATH = '/v1/enrich/partnerships';
export const ACME = { domains: ['acme.example'] };
export const ENRICH =
  'mutation Enrich($input: EnrichPartnershipsInput!) { enrichPartnerships(input: $input) { creditsCharged results { domain charge windowEndsAt } } }';
export const FLAG = 'mutation ($input: FlagCompanyInput!) { flagCompany(input: $input) { flag { flagId } } }';

/** Starts a service with the small catalogue, and an organization that sends requests with an Idempotency-Key. */
export function useSender() {
  const service = useTestService();
  beforeAll(() => seedSmallCatalogue(service.database.pool));
  const tenant = useTenant(service, 'tenant', 1000);
  return {
    service,
    tenant,
    /** REST with the key of the tenant's admin. */
    rest: () => service.rest(tenant.userKey),
    /** Returns the number of stored responses. */
    async records(where = 'true'): Promise<number> {
      const { rows } = await service.database.pool.query(
        `SELECT count(*)::int AS n FROM idempotency_record WHERE ${where}`,
      );
      return rows[0]?.n;
    },
    books: ({ organizationId }: Tenant): Promise<Books> => readBooks(service.database.pool, organizationId),
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

/** Runs `during` while charges of the tenant wait for a lock, then releases them. */
export async function holdingCharges<T>(
  { pool }: TestDatabase,
  { organizationId }: Tenant,
  during: () => Promise<T>,
): Promise<T> {
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM organization WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
    return await during();
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
}
