import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { untilWaiting } from '../../harness/locks.ts';
import type { Colleague } from '../../harness/service.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';
import { seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from './operations.ts';

const { service, tenant } = useService('changers', { seed: seedSmallCatalogue });
let editor: Colleague;

beforeAll(async () => {
  editor = await service.createColleague(tenant, 'Edith');
});

/** What a statement does, by the beginning of its text. */
const KINDS: readonly [RegExp, string][] = [
  [/^SELECT l\.id AS "listId", .* FROM list l JOIN "user"/, 'read the list'],
  [/^WITH graph AS .* FOR UPDATE OF l/, 'lock the list'],
  [/^SELECT d\.list_id AS "listId", d\.version/, 'read a version'],
  [/^SELECT version, format FROM facet_index|^COPY .* facet_postings_after/, 'read postings'],
  [
    /^WITH (?:raised AS .*)?changed AS \(.*event AS \( INSERT INTO list_event/,
    'change the list and record it',
  ],
  [/^WITH p AS \(INSERT INTO list_permission/, 'store the permission'],
  [/^WITH p AS \(DELETE FROM list_permission/, 'delete the permission'],
  [/^WITH (fed AS \( INSERT INTO event .*)?event AS \( INSERT INTO list_event/, 'record the change'],
  [/^INSERT INTO organization_usage/, 'count the bytes'],
  [/^WITH p AS \(SELECT \* FROM list_permission/, 'read the permissions'],
  [/^INSERT INTO list_domain/, 'store domains'],
  [/^DELETE FROM list_domain/, 'delete a domain'],
  [/^SELECT count\(\*\)::int AS total FROM list_domain/, 'count the domains'],
  [/^SELECT id, disabled_at IS NOT NULL/, 'find the user'],
];

const kindOf = (sql: string) => {
  const text = sql.replace(/\s+/g, ' ').trim();
  return KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? text;
};

/** Statements of each change in order. The list is read once, and no statement reads what another one returned. */
const CHANGES: Record<
  string,
  [run: (list: string, key: string) => PromiseLike<Response>, expected: string[], afterwards?: string[]]
> = {
  'PUT definition': [
    (list, key) => service.rest(key).put(`${list}/definition`, GERMAN),
    [
      'read the list',
      'read postings',
      'BEGIN',
      'lock the list',
      'change the list and record it',
      'count the bytes',
    ],
  ],
  'POST restore': [
    (list, key) => service.rest(key).post(`${list}/definition/versions/1/restore`),
    [
      'read the list',
      'read a version',
      'read postings',
      'BEGIN',
      'lock the list',
      'change the list and record it',
      'count the bytes',
    ],
  ],
  'POST domains': [
    (list, key) => service.rest(key).post(`${list}/domains`, { domains: ['acme.example', 'new.example'] }),
    [
      'BEGIN',
      'lock the list',
      'read the list',
      'store domains',
      'count the domains',
      'change the list and record it',
    ],
  ],
  'DELETE domain': [
    (list, key) => service.rest(key).delete(`${list}/domains/acme.example`),
    ['BEGIN', 'lock the list', 'read the list', 'delete a domain', 'change the list and record it'],
  ],
  'PATCH name': [
    (list, key) => service.rest(key).patch(list, { name: 'Renamed' }),
    ['BEGIN', 'lock the list', 'read the list', 'change the list and record it'],
    // Its answer is that of GET.
    ['read the permissions'],
  ],
  'POST permissions': [
    (list, key) => service.rest(key).post(`${list}/permissions`, { org_wide: true, access_level: 'viewer' }),
    ['BEGIN', 'lock the list', 'read the list', 'store the permission', 'record the change'],
  ],
  'POST permissions of a user': [
    (list, key) =>
      service.rest(key).post(`${list}/permissions`, { user_id: editor.userId, access_level: 'viewer' }),
    ['BEGIN', 'lock the list', 'read the list', 'find the user', 'store the permission', 'record the change'],
  ],
  'DELETE own permission': [
    (list) => service.rest(editor.userKey).delete(`${list}/permissions/me`),
    [
      'BEGIN',
      'lock the list',
      'read the list',
      'delete the permission',
      'record the change',
      'read the list',
    ],
  ],
};

it('a change of a list reads the list once, and sends no statement that another one makes needless', async () => {
  const list = `/v1/lists/${await createList(service, tenant.userKey, 'Counted', KUBERNETES)}`;
  await service.rest(tenant.userKey).put(`${list}/definition`, KUBERNETES);
  for (const [name, [run, expected, afterwards = []]] of Object.entries(CHANGES)) {
    const { result, statements } = await recordStatements(async () => run(list, tenant.userKey));
    expect([name, result.status < 300, statements.map(kindOf)]).toEqual([
      name,
      true,
      [...expected, 'COMMIT', ...afterwards],
    ]);
  }
});

describe('a definition that is replaced while the access of its author changes', () => {
  /** Replaces the definition while a transaction with a change of the permissions holds the list. */
  async function replaceDuring(change: string, values: (listId: number) => unknown[]) {
    const listId = await createList(service, tenant.userKey, 'Contested', KUBERNETES);
    const list = `/v1/lists/${listId}`;
    const grant = { user_id: editor.userId, access_level: 'editor' };
    await service.rest(tenant.userKey).post(`${list}/permissions`, grant);
    const holder = await service.database.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM list WHERE id = $1 FOR UPDATE', [listId]);
      await holder.query(change, values(listId));
      const put = service
        .rest(editor.userKey)
        .put(`${list}/definition`, GERMAN)
        .then((response) => response);
      await untilWaiting(service.database, 1);
      await holder.query('COMMIT');
      const { status, body } = await put;
      const { rows } = await service.database.pool.query(
        `SELECT definition_version AS version, revision,
          (SELECT count(*)::int FROM list_definition d WHERE d.list_id = l.id) AS versions,
          (SELECT max(action) FROM list_event e WHERE e.list_id = l.id AND e.action LIKE 'definition%') AS event
        FROM list l WHERE id = $1`,
        [listId],
      );
      return { status, detail: body.detail, rows };
    } finally {
      holder.release();
    }
  }
  const untouched = [{ version: 1, revision: 1, versions: 1, event: null }];

  it('is refused without a trace if the list is no longer shared with them', async () => {
    const deleted = 'DELETE FROM list_permission WHERE list_id = $1';
    expect(await replaceDuring(deleted, (listId) => [listId])).toEqual({
      status: 404,
      detail: { error: 'list_not_found', message: 'List not found, or it is not shared with you.' },
      rows: untouched,
    });
  });

  it('is refused without a trace if they may only read the list now', async () => {
    const lowered = `UPDATE list_permission SET access_level = 'viewer' WHERE list_id = $1`;
    expect(await replaceDuring(lowered, (listId) => [listId])).toEqual({
      status: 403,
      detail: {
        error: 'insufficient_access',
        message: 'This requires editor access to the list; you are its viewer. Ask its owner, Ada.',
      },
      rows: untouched,
    });
  });

  it('is a conflict if the list changed, and names the current version', async () => {
    const moved = 'UPDATE list SET revision = revision + 1 WHERE id = $1';
    expect(await replaceDuring(moved, (listId) => [listId])).toEqual({
      status: 409,
      detail: {
        error: 'definition_conflict',
        message:
          'The list has changed in the meantime; its definition is now version 1. Read it again and retry.',
        current_version: 1,
      },
      rows: [{ version: 1, revision: 2, versions: 1, event: null }],
    });
  });

  it('shows the list as it is after the change, whatever else changed before it', async () => {
    const renamed = `UPDATE list SET name = 'Renamed meanwhile' WHERE id = $1`;
    const { status, rows } = await replaceDuring(renamed, (listId) => [listId]);
    expect([status, rows]).toEqual([
      200,
      [{ version: 2, revision: 2, versions: 2, event: 'definition_replaced' }],
    ]);
  });
});
