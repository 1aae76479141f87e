import { beforeEach, describe, expect, it } from '@jest/globals';
import { KEPT } from '../../../../src/modules/lists/members/materializations.ts';
import { answer, codes } from '../../../harness/errors.ts';
import { readBooks } from '../../../harness/ledger.ts';
import { type Colleague, START } from '../../../harness/service.ts';
import { recordStatements } from '../../../harness/statements.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../operations.ts';

interface Exported {
  creditsCharged: number;
  creditsRemaining: number;
  url: string;
  validUntil: string;
  materialization: { id: string; materializationId: number };
}

const FIELDS = 'creditsCharged creditsRemaining url validUntil materialization { id materializationId }';

const { service, tenant, rest, graphql } = useService('pinners', {
  credits: 20,
  tenantPerTest: true,
  seed: seedSmallCatalogue,
});
let grace: Colleague;
let listId: number;

beforeEach(async () => {
  grace = await service.createColleague(tenant, 'Grace');
  listId = await createList(service, tenant.userKey, 'Pinned', KUBERNETES);
});

async function exportList(input: object = {}, key = tenant.userKey): Promise<Exported> {
  const query = `mutation ($input: ExportListInput!) { exportList(input: $input) { ${FIELDS} } }`;
  const { body } = await service.graphql(key, query, { input: { listId, ...input } });
  expect(body.errors).toBeUndefined();
  return body.data.exportList;
}
const download = (path: string, key = tenant.userKey) => service.rest(key).get(path);
const path = (more = '') => `/v1/lists/${listId}/export.csv${more}`;
const books = () => readBooks(service.database.pool, tenant.organizationId);
const daysAfter = (days: number) => new Date(Date.parse(START) + days * 86_400_000).toISOString();
const change = () => rest().put(`/v1/lists/${listId}/definition`, GERMAN);
const share = (body: object = { user_id: grace.userId }) =>
  rest().post(`/v1/lists/${listId}/permissions`, { access_level: 'viewer', ...body });
const materialize = () => rest().post(`/v1/lists/${listId}/materialize`);
const remove = () => rest().delete(`/v1/lists/${listId}`);

function expectExpired(response: Parameters<typeof answer>[0], message: RegExp): void {
  expect(answer(response)).toEqual({
    status: 410,
    body: { detail: { error: 'export_expired', message: expect.stringMatching(message) } },
  });
}

describe('POST /v1/lists/{list_id}/export', () => {
  const pay = (body?: object) => rest().post(`/v1/lists/${listId}/export`, body);

  it('charges, and names the file of exactly these members, which is free', async () => {
    const paid = await pay();
    const { materialization_id } = paid.body;
    expect(answer(paid)).toEqual({
      status: 200,
      body: {
        url: path(`?materialization=${materialization_id}`),
        file_name: 'Pinned.csv',
        valid_until: daysAfter(30),
        materialization_id: expect.any(Number),
        credits_charged: 4,
        credits_remaining: 16,
      },
    });
    expect(paid.headers).toMatchObject({ 'x-credits-charged': '4', 'x-credits-remaining': '16' });
  });

  it('is repeated by an Idempotency-Key, unlike the download', async () => {
    const first = await pay({}).set('Idempotency-Key', 'once');
    service.clock.advance({ hours: 1 });
    const again = await pay({}).set('Idempotency-Key', 'once');
    expect(again.body).toEqual(first.body);
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true', 'x-credits-charged': '4' });
    expect(await books()).toMatchObject({ balance: 16, ledger: 16 });
  });

  it('refuses what it does not know', async () => {
    expect((await pay({ tier: 'all' })).body.detail.errors[0].pointer).toBe('/tier');
    expect((await pay({ materialization: 1 })).body.detail.errors[0].pointer).toBe('/materialization');
    expect((await books()).balance).toBe(20);
  });

  it('makes a file with a byte order mark and one tier', async () => {
    const { url } = (await pay({ tier: 'medium', bom: true })).body;
    const { text } = await download(url);
    expect([text.startsWith('\ufeffcompany_id,'), text.trim().split('\n').length]).toEqual([true, 2]);
  });
});

describe('the URL of an export', () => {
  it('returns the same bytes at no cost after the list has changed', async () => {
    const { url, validUntil, materialization, creditsCharged } = await exportList();
    expect([creditsCharged, url, validUntil]).toEqual([
      4,
      path(`?materialization=${materialization.materializationId}`),
      daysAfter(30),
    ]);
    const first = await download(url);
    expect(first.text.split('\n')).toHaveLength(6);
    await change();
    await rest().post(`/v1/lists/${listId}/domains`, { domains: ['hub.example'] });
    const { result: again, statements } = await recordStatements(() => download(url));
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(statements.filter((sql) => /company_unlock|credit_entry|UPDATE/.test(sql))).toEqual([]);
    expect(again.headers).toMatchObject({
      'content-location': url,
      'x-credits-charged': '0',
      'x-credits-remaining': '16',
    });
    expect(await books()).toMatchObject({ balance: 16, ledger: 16 });
  });

  it('is free even for members whose unlock ended before the export expires', async () => {
    await rest().post('/v1/enrich/partnerships', { domains: ['acme.example'] });
    service.clock.advance({ days: 20 });
    const { url, creditsCharged, validUntil } = await exportList();
    expect([creditsCharged, validUntil]).toEqual([3, daysAfter(50)]);
    service.clock.advance({ days: 15 });
    expect((await download(url)).headers['x-credits-charged']).toBe('0');
    expect((await books()).balance).toBe(16);
  });

  it('keeps its materialization through 35 further ones, until the export expires', async () => {
    const kept = async (): Promise<number[]> => {
      const { body } = await rest().get(`/v1/lists/${listId}/materializations`);
      return body.materializations.map((each: { materialization_id: number }) => each.materialization_id);
    };
    const { url, materialization } = await exportList();
    const { text } = await download(url);
    for (let time = 0; time < 35; time += 1) await materialize();
    expect(await kept()).toHaveLength(KEPT + 1);
    expect((await kept()).at(-1)).toBe(materialization.materializationId);
    expect((await download(url)).text).toBe(text);
    service.clock.advance({ days: 30 });
    await materialize();
    expect(await kept()).toHaveLength(KEPT);
    expect(await kept()).not.toContain(materialization.materializationId);
    expectExpired(await download(url), /Export the list again/);
  });

  it('expires after exactly 30 days', async () => {
    const { url } = await exportList();
    service.clock.advance({ days: 29, hours: 23, minutes: 59, seconds: 59 });
    expect((await download(url)).status).toBe(200);
    service.clock.advance({ seconds: 1 });
    expectExpired(await download(url), /its 30 days are over/);
    expect((await books()).balance).toBe(16);
  });

  it('requires a key that has access to the list at that moment', async () => {
    const { url } = await exportList();
    const stranger = await service.createTenant(`strangers-${tenant.name}`);
    for (const key of [grace.userKey, stranger.userKey]) {
      expect((await download(url, key)).body.detail.error).toBe('list_not_found');
    }
    expect((await download(url, tenant.orgKey)).body.detail.error).toBe('user_credential_required');
    expect((await service.rest().get(url)).status).toBe(401);
    const { body } = await share();
    expect((await download(url, grace.userKey)).status).toBe(200);
    await rest().delete(`/v1/lists/${listId}/permissions/${body.permission_id}`);
    expect((await download(url, grace.userKey)).status).toBe(404);
  });

  it('is 410 for exporters after the list is deleted, and 404 for others', async () => {
    await share();
    const viewer = await service.createColleague(tenant, 'Viewer');
    await share({ user_id: viewer.userId });
    const { url } = await exportList();
    const { url: same } = await exportList({}, grace.userKey);
    expect(same).toBe(url);
    await remove();
    const never = await download('/v1/lists/2000000000/export.csv?materialization=1');
    expectExpired(await download(url), /was deleted/);
    expectExpired(await download(url, grace.userKey), /was deleted/);
    expect(answer(await download(url, viewer.userKey))).toEqual(answer(never));
    expect(answer(await download(path(), tenant.userKey))).toEqual(answer(never));
    expect(answer(await download(path('?materialization=999999')))).toEqual(answer(never));
  });
});

describe('a materialization that was never exported', () => {
  it('is 410, whether it belongs to the list, to another list, or does not exist', async () => {
    const other = await createList(service, tenant.userKey, 'Other', GERMAN);
    const query = `{ list(listId: ${listId}) { members { materialization { materializationId } } } }`;
    const { body } = await graphql(query);
    const own = body.data.list.members.materialization.materializationId;
    const { materialization: foreign } = await exportList({ listId: other });
    for (const id of [own, foreign.materializationId, 2_147_483_647]) {
      expectExpired(await download(path(`?materialization=${id}`)), new RegExp(`^Materialization ${id} `));
    }
    expect((await books()).balance).toBe(18);
  });

  it.each(['', '0', '-1', 'x', '1.5', '2147483648', '1&materialization=2', '%00', '١'])(
    'is 422 when its id is %j',
    async (text) => {
      const response = await download(path(`?materialization=${text}`));
      expect([response.status, response.body.detail.errors[0].pointer]).toEqual([422, '/materialization']);
    },
  );
});

describe('exportList with a materialization', () => {
  it('returns an earlier export, and refuses other materializations with the same codes', async () => {
    const first = await exportList();
    const { id, materializationId } = first.materialization;
    await change();
    for (const materialization of [id, materializationId])
      expect(await exportList({ materializationId: materialization })).toEqual({
        ...first,
        creditsCharged: 0,
      });
    const refused = async (input: object) =>
      codes(
        await graphql(`mutation ($input: ExportListInput!) { exportList(input: $input) { url } }`, {
          input: { listId, ...input },
        }),
      );
    expect(await refused({ materializationId: '999999' })).toEqual(['EXPORT_EXPIRED']);
    expect(await refused({ materializationId: 'x' })).toEqual(['EXPORT_EXPIRED']);
    expect(await refused({ listId: 2_000_000_000, materializationId: id })).toEqual(['LIST_NOT_FOUND']);
    expect((await books()).balance).toBe(16);
  });

  it('adds no further audit event, because nothing was paid for', async () => {
    const { url } = await exportList();
    await download(url);
    const { body } = await rest().get(`/v1/lists/${listId}/audit-log`);
    expect(body.events.map(({ action }: { action: string }) => action)).toEqual([
      'list_exported',
      'list_created',
    ]);
  });
});

describe('an export that costs nothing', () => {
  it('is valid until its first unlock ends, or as long as the paid export that covers it', async () => {
    const domains = ['acme.example', 'beta.example', 'gamma.example', 'delta.example'];
    const enrich = (some: string[]) => rest().post('/v1/enrich/partnerships', { domains: some });
    await enrich(domains.slice(0, 1));
    service.clock.advance({ days: 5 });
    await enrich(domains);
    expect(await exportList()).toMatchObject({ creditsCharged: 0, validUntil: daysAfter(30) });
    service.clock.advance({ days: 25 });
    const paid = await exportList();
    expect(paid).toMatchObject({ creditsCharged: 1, validUntil: daysAfter(60) });
    service.clock.advance({ days: 1 });
    expect(await exportList()).toMatchObject({ creditsCharged: 0, validUntil: daysAfter(60) });
    service.clock.advance({ days: 4 });
    expect(await exportList()).toMatchObject({ creditsCharged: 3, validUntil: daysAfter(65) });
  });

  it('is valid for 30 days if the list is empty', async () => {
    listId = await createList(service, tenant.userKey, 'Empty');
    const { url, ...exported } = await exportList();
    expect(exported).toMatchObject({ creditsCharged: 0, validUntil: daysAfter(30) });
    expect((await download(url)).status).toBe(200);
  });
});

describe('List.exportEstimate', () => {
  const ESTIMATE = 'exportEstimate { members creditsRequired creditBalance sufficient }';
  const estimate = async (key = tenant.userKey) => {
    const { body } = await service.graphql(key, `{ list(listId: ${listId}) { ${ESTIMATE} } }`);
    expect(body.errors).toBeUndefined();
    return body.data.list.exportEstimate;
  };

  it('estimates the cost of an export for anyone who can see the list, and charges nothing', async () => {
    await share();
    const dear = { members: 4, creditsRequired: 4, creditBalance: 20, sufficient: true };
    expect(await estimate()).toEqual(dear);
    expect(await estimate(grace.userKey)).toEqual(dear);
    await rest().post('/v1/enrich/partnerships', { domains: ['acme.example'] });
    expect(await estimate()).toEqual({ ...dear, creditsRequired: 3, creditBalance: 19 });
    expect((await exportList()).creditsCharged).toBe(3);
    expect(await estimate()).toEqual({ ...dear, creditsRequired: 0, creditBalance: 16 });
  });
});
