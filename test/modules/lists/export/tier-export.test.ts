import { beforeEach, describe, expect, it } from '@jest/globals';
import { codes } from '../../../harness/errors.ts';
import { readBooks } from '../../../harness/ledger.ts';
import { cutPower } from '../../../harness/power-cut.ts';
import { START } from '../../../harness/service.ts';
import { recordStatements } from '../../../harness/statements.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../operations.ts';

const { service, tenant, rest, graphql } = useService('tiers', {
  credits: 20,
  tenantPerTest: true,
  seed: seedSmallCatalogue,
});
/** The list has acme and beta in the tier high, gamma in medium, delta in exploratory. */
let listId: number;

beforeEach(async () => {
  listId = await createList(service, tenant.userKey, 'Tiered', KUBERNETES);
});

const path = (more = '') => `/v1/lists/${listId}/export.csv${more}`;
const download = (url: string) => rest().get(url);
const slugs = (text: string) =>
  text
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(',')[2]);
const books = () => readBooks(service.database.pool, tenant.organizationId);
const daysAfter = (days: number) => new Date(Date.parse(START) + days * 86_400_000).toISOString();

async function exportList(input: object = {}) {
  const query =
    'mutation ($input: ExportListInput!) { exportList(input: $input) { creditsCharged tier fileName url validUntil materialization { materializationId } } }';
  const { body } = await graphql(query, { input: { listId, ...input } });
  expect(body.errors).toBeUndefined();
  return body.data.exportList;
}
async function estimate(tier = '') {
  const { body } = await rest().get(`/v1/lists/${listId}/export/estimate${tier && `?tier=${tier}`}`);
  return body;
}

describe('an export of one tier', () => {
  it('charges its members alone, and contains them alone', async () => {
    const high = await download(path('?tier=high'));
    expect([high.status, slugs(high.text), high.headers['x-credits-charged']]).toEqual([
      200,
      ['acme', 'beta'],
      '2',
    ]);
    expect(await books()).toMatchObject({ balance: 18, ledger: 18 });
    const again = await download(high.headers['content-location'] ?? '');
    expect([again.text, again.headers['x-credits-charged']]).toEqual([high.text, '0']);
  });

  it('is found again by its URL after the list has changed, until its 30 days end', async () => {
    const { url, validUntil, materialization, ...more } = await exportList({ tier: 'MEDIUM' });
    expect({ url, validUntil, ...more }).toEqual({
      url: path(`?materialization=${materialization.materializationId}&tier=medium`),
      validUntil: daysAfter(30),
      creditsCharged: 1,
      tier: 'MEDIUM',
      fileName: 'Tiered-medium.csv',
    });
    await rest().put(`/v1/lists/${listId}/definition`, GERMAN);
    expect(slugs((await download(url)).text)).toEqual(['gamma']);
    expect(
      await exportList({ tier: 'MEDIUM', materializationId: materialization.materializationId }),
    ).toEqual({
      ...more,
      url,
      validUntil,
      materialization,
      creditsCharged: 0,
    });
    service.clock.advance({ days: 30 });
    expect((await download(url)).status).toBe(410);
  });

  it('does not open the other tiers', async () => {
    const { materialization } = await exportList({ tier: 'HIGH' });
    for (const more of ['', '&tier=medium', '&tier=exploratory']) {
      const { status, body } = await download(
        path(`?materialization=${materialization.materializationId}${more}`),
      );
      expect([status, body.detail.error]).toEqual([410, 'export_expired']);
    }
    expect((await books()).balance).toBe(18);
  });

  it('is a part of the price of all, which charges the rest and opens every tier', async () => {
    const high = await exportList({ tier: 'HIGH' });
    expect(await estimate()).toEqual({
      members: 4,
      credits_required: 2,
      credit_balance: 18,
      sufficient: true,
    });
    service.clock.advance({ days: 1 });
    const all = await exportList();
    expect(all).toMatchObject({
      creditsCharged: 2,
      tier: null,
      validUntil: daysAfter(31),
      fileName: 'Tiered.csv',
    });
    for (const [tier, expected] of [
      ['high', ['acme', 'beta']],
      ['medium', ['gamma']],
      ['exploratory', ['delta']],
    ] as const) {
      expect(await estimate(tier)).toMatchObject({ members: expected.length, credits_required: 0 });
      expect(slugs((await download(`${all.url}&tier=${tier}`)).text)).toEqual(expected);
    }
    service.clock.advance({ days: 29 });
    // The tier was paid for a day earlier; the export of all still includes it.
    expect((await download(high.url)).status).toBe(200);
    expect((await books()).balance).toBe(16);
  });

  it('costs nothing a second time, also when all were paid for', async () => {
    await exportList();
    for (const tier of ['HIGH', 'MEDIUM', 'EXPLORATORY'])
      expect(await exportList({ tier })).toMatchObject({ creditsCharged: 0, validUntil: daysAfter(30) });
    expect((await books()).balance).toBe(16);
  });

  it('keeps its materialization from being pruned', async () => {
    const { url } = await exportList({ tier: 'HIGH' });
    for (let time = 0; time < 31; time += 1) await rest().post(`/v1/lists/${listId}/materialize`);
    expect(slugs((await download(url)).text)).toEqual(['acme', 'beta']);
  });

  it('is named in the audit log, with the number of its members', async () => {
    const { materialization } = await exportList({ tier: 'HIGH' });
    await exportList();
    const { body } = await rest().get(`/v1/lists/${listId}/audit-log`);
    const materialization_id = materialization.materializationId;
    expect(body.events.slice(0, 2).map(({ details }: { details: object }) => details)).toEqual([
      { materialization_id, members: 4, credits_charged: 2 },
      { materialization_id, tier: 'high', members: 2, credits_charged: 2 },
    ]);
  });

  it('is refused before anything is charged when the credits do not suffice', async () => {
    Object.assign(tenant, await service.createTenant(`poor-${tenant.name}`, 1));
    listId = await createList(service, tenant.userKey, 'Dear', KUBERNETES);
    expect(await estimate('high')).toEqual({
      members: 2,
      credits_required: 2,
      credit_balance: 1,
      sufficient: false,
    });
    expect((await download(path('?tier=high'))).body.detail).toMatchObject({
      error: 'insufficient_credits',
      required: 2,
      balance: 1,
    });
    expect((await download(path('?tier=medium'))).headers['x-credits-charged']).toBe('1');
  });
});

describe('the file of an export', () => {
  it('starts with a byte order mark only when asked to', async () => {
    const read = async (query: string) => {
      const response = await fetch(service.url + path(query), { headers: { 'X-API-Key': tenant.userKey } });
      const location = response.headers.get('content-location');
      return { bytes: Buffer.from(await response.arrayBuffer()), location };
    };
    const plain = await read('');
    const marked = await read('?bom=true');
    expect(plain.bytes.subarray(0, 10).toString()).toBe('company_id');
    expect(marked.bytes).toEqual(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain.bytes]));
    expect(marked.location).toBe(`${plain.location}&bom=true`);
    expect((await read(marked.location?.replace(/.*(?=[?])/, '') ?? '')).bytes).toEqual(marked.bytes);
    expect((await download(path('?bom=1'))).status).toBe(422);
  });

  it.each<[name: string, tier: string, ascii: string, fileName: string]>([
    ['Software in Germany', '', 'Software in Germany.csv', 'Software in Germany.csv'],
    ['Software in Germany', 'high', 'Software in Germany-high.csv', 'Software in Germany-high.csv'],
    ['Öl & Gas – 東京', '', 'Ol & Gas _ __.csv', 'Öl & Gas – 東京.csv'],
    ['../..\\ "etc"/passwd\u202e', '', 'etc passwd.csv', 'etc passwd.csv'],
    ['a\r\nSet-Cookie: b', '', 'a Set-Cookie b.csv', 'a Set-Cookie b.csv'],
    ['100%25 (b)*', '', '100%25 (b).csv', '100%25 (b).csv'],
    ['x'.repeat(200), '', `${'x'.repeat(55)}.csv`, `${'x'.repeat(55)}.csv`],
    ['...', 'medium', 'list-ID-medium.csv', 'list-ID-medium.csv'],
  ])('of the list %j, tier %j, is named after it', async (name, tier, ascii, fileName) => {
    listId = await createList(service, tenant.userKey, name, KUBERNETES);
    const { headers } = await download(path(tier && `?tier=${tier}`));
    const named = (text: string) => text.replace('list-ID', `list-${listId}`);
    const [, plain, extended = ''] =
      /^attachment; filename="([ -~]+)"; filename\*=UTF-8''(\S+)$/.exec(
        headers['content-disposition'] ?? '',
      ) ?? [];
    expect([plain, decodeURIComponent(extended)]).toEqual([named(ascii), named(fileName)]);
  });
});

describe('a repeated export of paid members, without an Idempotency-Key', () => {
  /** Exports the list over GraphQL, a minute later. */
  const exportAgain = () => {
    service.clock.advance({ minutes: 1 });
    const query = 'mutation ($input: ExportListInput!) { exportList(input: $input) { creditsCharged } }';
    return graphql(query, { input: { listId } });
  };
  /** When the list was exported last, by its export and by its audit log. */
  const lastExport = async () => {
    const { rows } = await service.database.pool.query(
      `SELECT exported_at AS exported,
        (SELECT max(at) FROM list_event WHERE list_id = $1 AND action = 'list_exported') AS logged
      FROM list_export WHERE list_id = $1`,
      [listId],
    );
    return rows[0];
  };
  beforeEach(exportAgain);

  it('records nothing when its audit event is refused', async () => {
    const { pool } = service.database;
    const before = await lastExport();
    const noExport = `CONSTRAINT no_export CHECK (action <> 'list_exported') NOT VALID`;
    await pool.query(`ALTER TABLE list_event ADD ${noExport}`);
    try {
      expect(codes(await exportAgain())).toEqual(['INTERNAL_ERROR']);
    } finally {
      await pool.query('ALTER TABLE list_event DROP CONSTRAINT no_export');
    }
    expect(await lastExport()).toEqual(before);
  });

  it('is recorded with its audit event, whichever statement the process dies at', async () => {
    for (const when of ['before', 'after'] as const) {
      for (let at = 0, happened = true; happened; at += 1) {
        const cut = cutPower(service.database.pool, at, when);
        await exportAgain().then(cut.restore, cut.restore);
        happened = cut.happened;
        const { exported, logged } = await lastExport();
        expect({ when, at, exported }).toEqual({ when, at, exported: logged });
      }
    }
  });

  it('takes a look-up and one statement that writes, without a transaction', async () => {
    const { statements } = await recordStatements(async () => codes(await exportAgain()));
    expect(statements.slice(-2)).toEqual([
      expect.stringContaining('paid_until'),
      expect.stringContaining('INSERT INTO list_event'),
    ]);
    expect(statements).not.toContain('BEGIN');
  });
});
