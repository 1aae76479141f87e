import type { Tenant, TestService } from '../harness/service.ts';
import { createList } from '../modules/lists/operations.ts';
import { copyList } from './catalogue.ts';
import { copies, copyRow, type End, next, numberAt, type Rows, timeAt } from './rows.ts';
import type { Walked } from './walked.ts';

/** Makes rows for the connections of lists. @param tree definition that the companies `member-…` match */
export async function listEntries(
  service: TestService,
  tenant: Tenant,
  ids: Readonly<Record<string, number>>,
  tree: object,
): Promise<Walked[]> {
  const { pool } = service.database;
  const rest = service.rest(tenant.userKey);
  const { userKey, userId } = tenant;
  const [listId = 0, otherId = 0] = [
    await createList(service, userKey, 'Walked', tree),
    await createList(service, userKey, 'Foreign', tree),
  ];
  const field = (name: string, id = listId) => ({
    open: (args: string) => `{ list(listId: ${id}) { ${name}(${args}) {`,
    foreign: (args: string) => `{ list(listId: ${otherId}) { ${name}(${args}) {`,
  });
  const restOf = (path: string, id: string, query = '') =>
    [`/lists/:list_id/${path}`, `/v1/lists/${listId}/${path}?${query}`, id] as const;
  await pool.query(
    `INSERT INTO list_permission (list_id, user_id, access_level, granted_by_id, created_at)
     VALUES ($1, NULL, 'viewer', $2, '2026-01-01Z')`,
    [listId, userId],
  );

  const domains = (kind: 'added' | 'excluded'): Rows => ({
    create: (end) =>
      pool.query('INSERT INTO list_domain VALUES ($1, $2, $3, $4, $5)', [
        listId,
        `${['a', 'a-b', 'ab', 'a.c'][next() % 4]}${next()}.example`,
        kind,
        userId,
        timeAt(end, true),
      ]),
    remove: (domain) =>
      pool.query('DELETE FROM list_domain WHERE list_id = $1 AND domain = $2', [listId, domain]),
    move: (domain, end) =>
      pool.query('UPDATE list_domain SET added_at = $3 WHERE list_id = $1 AND domain = $2', [
        listId,
        domain,
        timeAt(end, true),
      ]),
  });

  let version = 1;
  const versions: Rows = {
    create: async () => {
      version += 1;
      await copyRow(pool, 'list_definition', `list_id = ${listId} AND version = 1`, {
        version: String(version),
      });
      await pool.query('UPDATE list SET definition_version = $2 WHERE id = $1', [listId, version]);
    },
  };
  const usedBy: Rows = {
    create: async () => {
      const user = await copyList(pool, otherId, {});
      await pool.query('INSERT INTO list_reference VALUES ($1, $2)', [user, listId]);
    },
    remove: (id) => pool.query('DELETE FROM list WHERE id = $1', [id]),
  };
  const permissions: Rows = {
    create: async () => {
      await copyRow(pool, 'user', `id = ${userId}`, { email: `'permitted-${next()}@walk.example'` });
      await copyRow(pool, 'list_permission', `list_id = ${listId}`, {
        user_id: '(SELECT max(id) FROM "user")',
      });
    },
    remove: (id) => pool.query('DELETE FROM list_permission WHERE id = $1', [id]),
  };

  let added = 0;
  const materialized = await createList(service, userKey, 'Materialized', tree);
  const pinned = await createList(service, userKey, 'Pinned', tree);
  const addDomain = async (id: number) => {
    added += 1;
    await rest.post(`/v1/lists/${id}/domains`, { domains: [`other-${added}.example`] });
  };
  const materializations: Rows = {
    create: async () => {
      await addDomain(materialized);
      await rest.post(`/v1/lists/${materialized}/materialize`);
    },
    remove: (id) => pool.query('DELETE FROM list_materialization WHERE id = $1', [id]),
  };

  return [
    {
      place: 'List.addedDomains',
      ...field('addedDomains'),
      id: 'domain',
      rest: restOf('domains', 'domain'),
      ...domains('added'),
    },
    {
      place: 'List.excludedDomains',
      ...field('excludedDomains'),
      id: 'domain',
      rest: restOf('excluded-domains', 'domain'),
      ...domains('excluded'),
    },
    {
      place: 'List.auditLog',
      ...field('auditLog'),
      id: 'eventId',
      rest: restOf('audit-log', 'event_id'),
      ...copies(pool, 'list_event', `list_id = ${listId}`),
    },
    {
      place: 'List.materializations',
      ...field('materializations', materialized),
      id: 'materializationId',
      rest: [
        '/lists/:list_id/materializations',
        `/v1/lists/${materialized}/materializations?`,
        'materialization_id',
      ],
      ...materializations,
    },
    {
      place: 'List.members',
      ...field('members', pinned),
      id: 'companyId',
      others: { tier: 'HIGH', search: '"b"', orderBy: '{ field: NAME }', forceRefresh: 'true' },
      rest: ['/lists/:list_id/members', `/v1/lists/${pinned}/members?`, 'company_id'],
      isPinned: true,
      create: () => addDomain(pinned),
    },
    {
      place: 'List.permissions',
      ...field('permissions'),
      id: 'permissionId',
      ...permissions,
    },
    { place: 'List.usedBy', ...field('usedBy'), id: 'listId', rest: restOf('used-by', 'list_id'), ...usedBy },
    {
      place: 'List.versions',
      ...field('versions'),
      id: 'version',
      rest: restOf('definition/versions', 'version'),
      ...versions,
    },
    ...(await changesEntries(service, tenant, ids, tree)),
    ...listsEntries(service, otherId),
  ];
}

/** Companies that change in one way: other companies enter, members leave, and members become HIGH once added by hand. */
async function changesEntries(
  service: TestService,
  { userKey }: Tenant,
  ids: Readonly<Record<string, number>>,
  tree: object,
): Promise<Walked[]> {
  const rest = service.rest(userKey);
  const slugs = new Map(Object.entries(ids).map(([slug, id]) => [String(id), slug]));
  const made: Walked[] = [];
  for (const [kind, prefix, path] of [
    ['all', 'other', 'domains'],
    ['entered', 'other', 'domains'],
    ['left', 'member', 'excluded-domains'],
    ['tierChanged', 'member', 'domains'],
  ] as const) {
    const listId = await createList(service, userKey, `Changes: ${kind}`, tree);
    await rest.post(`/v1/lists/${listId}/materialize`);
    const { body } = await rest.get(`/v1/lists/${listId}/materializations`);
    const since: number = body.materializations[0].materialization_id;
    await rest.post(`/v1/lists/${listId}/domains`, { domains: ['not-tracked.example'] });
    await rest.post(`/v1/lists/${listId}/materialize`);
    const later = (await rest.get(`/v1/lists/${listId}/materializations`)).body.materializations[0];
    const open = (from: number) => (args: string) =>
      `{ list(listId: ${listId}) { changes(sinceMaterializationId: ${from}) { ${kind}(${args}) {`;
    let used = 0;
    made.push({
      place: `ListChanges.${kind}`,
      open: open(since),
      id: 'companyId',
      foreign: open(later.materialization_id),
      ...(kind === 'all' && {
        rest: [
          '/lists/:list_id/changes',
          `/v1/lists/${listId}/changes?since=${since}&`,
          'company_id',
        ] as const,
      }),
      // In no order, so that companies enter before and after those that a page has shown.
      create: () => {
        used += 1;
        return rest.post(`/v1/lists/${listId}/${path}`, {
          domains: [`${prefix}-${((used * 7) % 29) + 1}.example`],
        });
      },
      remove: (id) => rest.delete(`/v1/lists/${listId}/${path}/${slugs.get(id)}.example`),
    });
  }
  return made;
}

/** Lists with a tag, in each order. Their times and names rise together, so that one number moves them in all orders. */
function listsEntries({ database: { pool } }: TestService, source: number): Walked[] {
  return ['UPDATED_AT', 'NAME', 'CREATED_AT'].flatMap((field) =>
    ['ASC', 'DESC'].map((direction): Walked => {
      const tag = `${field}-${direction}`.toLowerCase();
      const valuesAt = (end: End) => {
        const number = numberAt(end, direction === 'DESC');
        // Names whose keys are equal, and times too.
        const time = new Date(Date.UTC(2026, 0, 1) + Math.floor(number / 3) * 60_000).toISOString();
        const name = `${number % 2 ? 'Name' : 'name'} ${String(Math.floor(number / 3)).padStart(6, '0')}`;
        return { name, time };
      };
      return {
        place: 'Query.lists',
        label: `by ${field} ${direction}`,
        open: (args) => `{ lists(${args}) {`,
        id: 'listId',
        base: { tag: `"${tag}"`, orderBy: `{ field: ${field}, direction: ${direction} }` },
        others: {
          tag: '"other"',
          search: '"n"',
          favourite: 'false',
          owned: 'true',
          orderBy: `{ field: ${field}, direction: ${direction === 'ASC' ? 'DESC' : 'ASC'} }`,
        },
        rest: [
          '/lists',
          `/v1/lists?tag=${tag}&sort=${direction === 'DESC' ? '-' : ''}${field.toLowerCase()}&`,
          'list_id',
        ],
        create: (end) => {
          const { name, time } = valuesAt(end);
          const key = `'${name.toLowerCase()}'`;
          const times = { created_at: `'${time}'`, updated_at: `'${time}'` };
          const tags = { tags: `'{${tag}}'`, tag_keys: `'{${tag}}'` };
          return copyList(pool, source, { name: `'${name}'`, name_key: key, ...times, ...tags });
        },
        remove: (id) => pool.query('DELETE FROM list WHERE id = $1', [id]),
        move: (id, end) => {
          const { name, time } = valuesAt(end);
          return pool.query(
            'UPDATE list SET name = $2, name_key = $3, created_at = $4, updated_at = $4 WHERE id = $1',
            [id, name, name.toLowerCase(), time],
          );
        },
      };
    }),
  );
}
