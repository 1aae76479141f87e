import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { TestDatabase } from '../../../harness/database.ts';
import { type EventResult, type EventStream, type Subscribe, subscribe } from '../../../harness/events.ts';
import {
  type Colleague,
  START,
  startTestService,
  type Tenant,
  type TestService,
  testConfig,
} from '../../../harness/service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList } from '../operations.ts';

type Rest = ReturnType<TestService['rest']>;

/** Subscribers to changes of lists, and two processes that make changes. */
export interface Watching {
  /** Serves the subscribers; a key may have three subscriptions. */
  readonly service: TestService;
  /** Another process over the same database. */
  readonly elsewhere: TestService;
  readonly tenant: Tenant;
  /** A tenant of another organization. */
  readonly stranger: Tenant;
  /** A user of the tenant who is not its admin. */
  readonly viewer: Colleague;
  /** The pool of the test's database. */
  readonly pool: TestDatabase['pool'];
  /** REST at `service` with the key of the tenant's admin. */
  rest(): Rest;
  /** REST at `elsewhere` with the same key. */
  restElsewhere(): Rest;
  /** Creates a list of the admin. @returns its id. */
  newList(name: string, definition?: object): Promise<number>;
  /** Returns the number of open subscriptions of `service`. */
  subscriptions(): number;
  /** Subscribes to a list as the tenant's admin; the subscription ends with the test. */
  watch(listId: number, options?: Subscribe): Promise<EventStream>;
  /** Shares a list. @returns the path of the permission. */
  share(listId: number, grantee: object, by?: TestService): Promise<string>;
}

/** Starts both processes before the first test of a file. */
export function useWatching(): Watching {
  let service: TestService;
  let elsewhere: TestService;
  let tenant: Tenant;
  let stranger: Tenant;
  let viewer: Colleague;
  let opened: EventStream[] = [];

  beforeAll(async () => {
    service = await startTestService({
      subscriptionsPerKey: 3,
      operationLimits: { ...testConfig().operationLimits, maxAliases: 1000 },
    });
    elsewhere = await startTestService({ beside: service });
    tenant = await service.createTenant('watchers');
    stranger = await service.createTenant('strangers');
    viewer = await service.createColleague(tenant, 'Vera');
    await seedSmallCatalogue(service.database.pool);
  });
  afterAll(async () => {
    await elsewhere.close();
    await service.close();
  });
  afterEach(async () => {
    for (const stream of opened) stream.leave();
    opened = [];
    await until(() => service.service.subscriptions() === 0);
  });

  return {
    get service() {
      return service;
    },
    get elsewhere() {
      return elsewhere;
    },
    get tenant() {
      return tenant;
    },
    get stranger() {
      return stranger;
    },
    get viewer() {
      return viewer;
    },
    get pool() {
      return service.database.pool;
    },
    rest: () => service.rest(tenant.userKey),
    restElsewhere: () => elsewhere.rest(tenant.userKey),
    newList: (name, definition) => createList(service, tenant.userKey, name, definition),
    subscriptions: () => service.service.subscriptions(),
    async watch(listId, options = {}) {
      const variables = { id: listId };
      const stream = await subscribe(service.url, { key: tenant.userKey, variables, ...options });
      opened.push(stream);
      return stream;
    },
    async share(listId, grantee, by = service) {
      const { body } = await by
        .rest(tenant.userKey)
        .post(`/v1/lists/${listId}/permissions`, { access_level: 'viewer', ...grantee });
      return `/v1/lists/${listId}/permissions/${body.permission_id}`;
    },
  };
}

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** The event of a change: the list as the subscriber sees it, and its definition's version and revision. */
export function change(
  kind: string,
  list: object,
  [definitionVersion, revision]: [number, number],
  actor: string | null = 'Ada',
) {
  return {
    data: {
      listChanged: {
        kind,
        definitionVersion,
        revision,
        at: START,
        actor: actor === null ? null : { name: actor },
        list,
      },
    },
  };
}

export function kindOf(result: EventResult | undefined): unknown {
  const changed = result?.data?.listChanged;
  return typeof changed === 'object' && changed !== null && 'kind' in changed ? changed.kind : undefined;
}
