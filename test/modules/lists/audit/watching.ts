import { afterEach, beforeAll } from '@jest/globals';
import { type EventResult, type EventStream, type Subscribe, subscribe } from '../../../harness/events.ts';
import { type Colleague, START, type Tenant, testConfig } from '../../../harness/service.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList } from '../operations.ts';

/** Starts subscribers to changes of lists, and two processes that make changes, before the first test of a file. */
export function useWatching() {
  /** Serves the subscribers; a user may have three subscriptions, and an organization four. */
  const { service, tenant, rest, beside } = useService('watchers', {
    seed: seedSmallCatalogue,
    streams: { perHolder: 3, perOrganization: 4 },
    operationLimits: { ...testConfig().operationLimits, maxAliases: 1000 },
  });
  /** Another process over the same database. */
  const elsewhere = beside();
  /** A tenant of another organization. */
  const stranger = {} as Tenant;
  /** A user of the tenant who is not its admin. */
  const viewer = {} as Colleague;
  let opened: EventStream[] = [];

  beforeAll(async () => {
    Object.assign(stranger, await service.createTenant('strangers'));
    Object.assign(viewer, await service.createColleague(tenant, 'Vera'));
  });
  afterEach(async () => {
    for (const stream of opened) stream.leave();
    opened = [];
    await until(() => service.service.subscriptions() === 0);
  });

  return {
    service,
    elsewhere,
    tenant,
    stranger,
    viewer,
    rest,
    /** REST at `elsewhere` with the key of the tenant's admin. */
    restElsewhere: () => elsewhere.rest(tenant.userKey),
    /** Creates a list of the admin. @returns its id. */
    newList: (name: string, definition?: object) => createList(service, tenant.userKey, name, definition),
    /** Returns the number of open subscriptions of `service`. */
    subscriptions: () => service.service.subscriptions(),
    /** Subscribes to a list as the tenant's admin; the subscription ends with the test. */
    async watch(listId: number, options: Subscribe = {}) {
      const variables = { id: listId };
      const stream = await subscribe(service.url, { key: tenant.userKey, variables, ...options });
      opened.push(stream);
      return stream;
    },
    /** Shares a list. @returns the path of the permission. */
    async share(listId: number, grantee: object, by = service) {
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
