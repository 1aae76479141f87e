import { beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { propertyOf } from '../../../../src/lib/json.ts';
import { answer } from '../../../harness/errors.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../operations.ts';

const { service, tenant, beside } = useService('pruned', { seed: seedSmallCatalogue });
/** Beside the service, with a cache that holds nothing: it reads what the service has stored. */
const tiny = beside({ facetCacheBytes: 1 });
let listId: number;

beforeEach(async () => {
  listId = await createList(service, tenant.userKey, 'Pruned', KUBERNETES);
});

const get = (path: string, from = service) => from.rest(tenant.userKey).get(`/v1/lists/${listId}/${path}`);

/** Deletes all materializations of the list after `work` has found one, and before it reads the members. */
async function prunedWithin<T>(work: () => PromiseLike<T>): Promise<T> {
  const prototype = pg.Client.prototype;
  const original = prototype.query;
  let pruned = 0;
  const put = (value: unknown) =>
    Object.defineProperty(prototype, 'query', { value, configurable: true, writable: true });
  put(function query(this: pg.Client, ...args: unknown[]): unknown {
    const send = () => Reflect.apply(original, this, args);
    if (pruned > 0 || propertyOf(args[0], 'name') !== 'list_materialization_members') return send();
    pruned += 1;
    const done = service.database.pool.query('DELETE FROM list_materialization WHERE list_id = $1', [listId]);
    return done.then(send);
  });
  try {
    return await work();
  } finally {
    put(original);
    expect(pruned).toBe(1);
  }
}

describe('a materialization that is pruned while a request reads it', () => {
  it('makes a page after a cursor begin again', async () => {
    const { body } = await get('members?limit=1');
    expect(answer(await prunedWithin(() => get(`members?limit=1&cursor=${body.next_cursor}`, tiny)))).toEqual(
      {
        status: 409,
        body: {
          detail: {
            error: 'cursor_expired',
            message: 'The materialization of this cursor is no longer kept. Begin again at the first page.',
          },
        },
      },
    );
  });

  it('is computed again where the current members are asked for', async () => {
    const before = await get('members');
    const after = await prunedWithin(() => get('members', tiny));
    const { status, body: members } = before;
    expect(answer(after)).toEqual({
      status,
      body: { ...members, materialization_id: members.materialization_id + 1 },
    });
    const query = '{ lists(search: "Pruned") { edges { node { members { totalCount } } } } }';
    const { body } = await prunedWithin(() => tiny.graphql(tenant.userKey, query));
    expect(body.errors).toBeUndefined();
  });

  it('is no longer one to compare with', async () => {
    await get('members');
    const { materializations } = (await get('materializations')).body;
    const since = materializations[0].materialization_id;
    await service.rest(tenant.userKey).put(`/v1/lists/${listId}/definition`, GERMAN);
    const refused = await prunedWithin(() => get(`changes?since=${since}`, tiny));
    expect([refused.status, refused.body.detail.errors[0].pointer]).toEqual([422, '/since']);
  });

  it('is no longer an export', async () => {
    const first = await get('export.csv');
    const url = first.headers['content-location'] ?? '';
    const refused = await prunedWithin(() => tiny.rest(tenant.userKey).get(url));
    expect([refused.status, refused.body.detail.error]).toEqual([410, 'export_expired']);
  });
});
