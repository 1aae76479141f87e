import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Pool } from '../../src/database/client.ts';
import { START, startTestService, type Tenant, type TestService } from './service.ts';

type Settings = NonNullable<Parameters<typeof startTestService>[0]>;

/**
 * Starts a service before the tests of a file, and closes it after them.
 *
 * @returns the service; its properties are there from the first test on, and in each `beforeAll` that follows.
 */
export function useTestService(settings?: Settings): TestService {
  const service = prepared(() => startTestService(settings));
  afterAll(() => service.close());
  return service;
}

/** Creates an organization with an admin and a key of each kind before the tests of a file. */
export function useTenant(service: TestService, name: string, credits?: number): Tenant {
  return prepared(() => service.createTenant(name, credits));
}

interface Options extends Settings {
  /** Credits of the tenant. */
  credits?: number;
  /** Creates a tenant for each test, whose name is numbered, and sets the clock back. */
  tenantPerTest?: boolean;
  /** Stores a catalogue before the first test. */
  seed?: (pool: Pool) => Promise<Record<string, number>>;
}

interface Served<Id extends string> {
  service: TestService;
  tenant: Tenant;
  /** Ids of the companies that were seeded, by slug. */
  ids: Record<Id, number>;
  /** REST with the personal key of the tenant's admin. */
  rest: () => ReturnType<TestService['rest']>;
  /** GraphQL with the same key. */
  graphql: (query: string, variables?: object) => ReturnType<TestService['graphql']>;
  /** Starts another process over the same database before the tests that follow. */
  beside: (settings?: Settings) => TestService;
}

/** Starts a service with a tenant before the tests of a file, and closes it after them. */
export function useService<Id extends string = string>(
  name: string,
  { credits, tenantPerTest = false, seed, ...settings }: Options = {},
): Served<Id> {
  const besides: TestService[] = [];
  afterAll(async () => {
    for (const each of besides) await each.close();
  });
  const service = useTestService(settings);
  const tenant = tenantPerTest ? ({} as Tenant) : useTenant(service, name, credits);
  const ids = prepared(async () => (await seed?.(service.database.pool)) ?? {}) as Record<Id, number>;
  let tenants = 0;
  if (tenantPerTest)
    beforeEach(async () => {
      tenants += 1;
      service.clock.set(START);
      Object.assign(tenant, await service.createTenant(`${name}${tenants}`, credits));
    });
  return {
    service,
    tenant,
    ids,
    rest: () => service.rest(tenant.userKey),
    graphql: (query, variables) => service.graphql(tenant.userKey, query, variables),
    beside: (more) => {
      const other = prepared(() => startTestService({ beside: service, ...more }));
      besides.push(other);
      return other;
    },
  };
}

/** Returns an object that gets its properties before the tests. */
function prepared<T extends object>(prepare: () => Promise<T>): T {
  const target = {} as T;
  beforeAll(async () => {
    Object.assign(target, await prepare());
  });
  return target;
}
