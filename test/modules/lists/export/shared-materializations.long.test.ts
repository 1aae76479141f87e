import { beforeEach, describe, expect, it } from '@jest/globals';
import { answer, codes } from '../../../harness/errors.ts';
import { readBooks } from '../../../harness/ledger.ts';
import { type TestService, testConfig } from '../../../harness/service.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../operations.ts';

/** Bytes of what is kept for an export of four members in three tiers, found by the first test. */
const ROOM_FOR_TWO = 1500;

const { service, tenant, rest, beside } = useService('sharers', {
  credits: 20,
  tenantPerTest: true,
  seed: seedSmallCatalogue,
});
/** Another process beside the service, with a quota that two small exports use up. */
const narrow = beside({ quotas: { ...testConfig().quotas, export_bytes: ROOM_FOR_TWO } });
let listId: number;

beforeEach(async () => {
  listId = await createList(service, tenant.userKey, 'Shared', KUBERNETES);
});

const path = (more = '') => `/v1/lists/${listId}${more}`;
const materialize = () => rest().post(path('/materialize'));
const define = (definition: object) => rest().put(path('/definition'), definition);
const exportOver = (from: TestService, id = listId) =>
  from.graphql(
    tenant.userKey,
    'mutation ($input: ExportListInput!) { exportList(input: $input) { creditsCharged url validUntil } }',
    { input: { listId: id } },
  );
async function exportList() {
  const { body } = await exportOver(service);
  expect(body.errors).toBeUndefined();
  return body.data.exportList;
}
const kept = async () => (await rest().get(path('/materializations'))).body;
async function stored() {
  const { rows } = await service.database.pool.query(
    `SELECT count(*)::int AS rows, count(export_valid_until)::int AS exported,
       (SELECT count(*)::int FROM list_export_payment p JOIN list_materialization m ON m.id = p.materialization_id
        WHERE m.list_id = $1) AS payments
     FROM list_materialization WHERE list_id = $1`,
    [listId],
  );
  return rows[0];
}

describe('materializations with equal members', () => {
  it('are exported as one, however often they are computed and exported again', async () => {
    const first = await exportList();
    expect(first.creditsCharged).toBe(4);
    for (let time = 0; time < 35; time += 1) {
      expect((await materialize()).status).toBe(200);
      expect(await exportList()).toEqual({ ...first, creditsCharged: 0 });
    }
    expect(await stored()).toEqual({ rows: 1, exported: 1, payments: 1 });
    // Each has an id of its own, and is kept as others are.
    const { total, materializations } = await kept();
    expect(total).toBe(31);
    const ids = materializations.map((each: { materialization_id: number }) => each.materialization_id);
    expect(new Set(ids).size).toBe(31);
    expect((await rest().get(first.url)).text.split('\n')).toHaveLength(6);
  });

  it('are exported as one after the list was changed and changed back, also by force_refresh', async () => {
    const first = await exportList();
    for (let time = 0; time < 3; time += 1) {
      await define(GERMAN);
      expect((await exportList()).creditsCharged).toBe(0);
      await define(KUBERNETES);
      await rest().get(path('/members?force_refresh=true'));
      expect(await exportList()).toEqual({ ...first, creditsCharged: 0 });
    }
    expect(await stored()).toEqual({ rows: 2, exported: 2, payments: 2 });
    expect((await kept()).materializations.map((each: { counts: object }) => each.counts)).toContainEqual({
      total: 2,
      high: 2,
      medium: 0,
      exploratory: 0,
    });
  });

  it('expire one by one, and serve their members for as long as one of them is kept', async () => {
    const { url } = await exportList();
    const first = await rest().get(path('/members?limit=1'));
    for (let time = 0; time < 30; time += 1) await materialize();
    service.clock.advance({ days: 30 });
    await materialize();
    expect((await kept()).total).toBe(30);
    expect((await rest().get(url)).status).toBe(410);
    const after = await rest().get(path(`/members?limit=1&cursor=${first.body.next_cursor}`));
    expect([after.status, after.body.detail.error]).toEqual([409, 'cursor_expired']);
    expect((await rest().get(path('/members'))).body.total).toBe(4);
    expect(await stored()).toMatchObject({ rows: 1 });
    // Exported again, the members are those that have been there all the time.
    expect(await exportList()).toMatchObject({ creditsCharged: 4, url });
    expect((await rest().get(url)).status).toBe(200);
  });

  it('are stored once by two processes, and gone with the last of them', async () => {
    await materialize();
    await Promise.all(
      [service, narrow].flatMap((from) =>
        Array.from({ length: 3 }, () => from.rest(tenant.userKey).post(path('/materialize'))),
      ),
    );
    expect((await stored()).rows).toBe(1);
    await define(GERMAN);
    for (let time = 0; time < 30; time += 1) await materialize();
    expect((await stored()).rows).toBe(1);
    expect((await rest().get(path('/members'))).body.total).toBe(2);
    await rest().delete(path());
    const { rows } = await service.database.pool.query(
      'SELECT (SELECT count(*)::int FROM list_materialization_repeat WHERE list_id = $1) AS repeats',
      [listId],
    );
    expect([rows, await stored()]).toEqual([[{ repeats: 0 }], { rows: 0, exported: 0, payments: 0 }]);
  });
});

describe('the quota of what exports keep', () => {
  const used = async () => {
    const { body } = await rest().get('/v1/account/limits');
    return body.quotas.find(({ quota }: { quota: string }) => quota === 'export_bytes').used;
  };
  const trace = async () => {
    const { rows } = await service.database.pool.query(
      `SELECT (SELECT count(*)::int FROM list_export WHERE organization_id = $1) AS exports,
         (SELECT count(*)::int FROM list_event WHERE organization_id = $1 AND action = 'list_exported') AS events`,
      [tenant.organizationId],
    );
    return {
      ...rows[0],
      ...(await readBooks(service.database.pool, tenant.organizationId)),
      used: await used(),
    };
  };
  const refused = (bytes: number) => ({
    error: 'quota_exceeded',
    message: expect.stringMatching(/Nothing was charged\. Wait until some of them expire, or delete lists/),
    quota: 'export_bytes',
    limit: ROOM_FOR_TWO,
    used: bytes,
  });

  it('refuses a paid and a free export alike, before anything is charged, until one expires or its list goes', async () => {
    await exportList();
    const one = await used();
    expect(one).toBeGreaterThan(512);
    const second = await createList(service, tenant.userKey, 'Second', GERMAN);
    expect(codes(await exportOver(narrow, second))).toEqual([]);
    const before = await trace();
    const free = await createList(service, tenant.userKey, 'Free', KUBERNETES);
    const domains = await createList(service, tenant.userKey, 'Paid');
    await rest().post(`/v1/lists/${domains}/domains`, { domains: ['hub.example'] });
    for (const id of [free, domains]) {
      expect(answer(await narrow.rest(tenant.userKey).get(`/v1/lists/${id}/export.csv`))).toEqual({
        status: 403,
        body: { detail: refused(before.used) },
      });
      const { error: _, message, ...details } = refused(before.used);
      expect((await exportOver(narrow, id)).body.errors).toMatchObject([
        { message, extensions: { code: 'QUOTA_EXCEEDED', ...details } },
      ]);
    }
    expect(await trace()).toEqual(before);
    // What is kept already needs no room.
    expect(codes(await exportOver(narrow))).toEqual([]);
    await rest().delete(`/v1/lists/${second}`);
    expect(await used()).toBe(one);
    expect((await exportOver(narrow, domains)).body.data.exportList.creditsCharged).toBe(1);
    service.clock.advance({ days: 30 });
    expect(await used()).toBe(0);
  });

  it('holds for parallel exports', async () => {
    const definitions = [KUBERNETES, GERMAN, KUBERNETES, GERMAN];
    const ids = await Promise.all(
      definitions.map((each, at) => createList(service, tenant.userKey, `Parallel ${at}`, each)),
    );
    const answers = await Promise.all(ids.map((id) => exportOver(narrow, id)));
    expect(answers.flatMap(codes)).toEqual(['QUOTA_EXCEEDED', 'QUOTA_EXCEEDED']);
    expect(await used()).toBeLessThanOrEqual(ROOM_FOR_TWO);
  });
});
