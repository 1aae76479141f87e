import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PoolClient } from '../../../src/database/client.ts';
import { chargeCompanies } from '../../../src/modules/credits/service.ts';
import { readBooks } from '../../harness/ledger.ts';
import { untilWaiting } from '../../harness/locks.ts';
import { bringBack, deleteCompanies, importRows, mergeCompany } from '../../harness/retire.ts';
import { seedPlain, unlockCompanies } from '../../harness/seed.ts';
import { START } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';
import { condition, definition } from '../filters/support.ts';
import { createList } from '../lists/operations.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ENRICH = `mutation ($domains: [String!]!) { enrichPartnerships(input: { domains: $domains }) {
  creditsCharged creditsRemaining results { charge windowEndsAt } } }`;

const { service, tenant, graphql } = useService('merger', {
  credits: 100,
  tenantPerTest: true,
  poolSize: 20,
});
let made = 0;
/** Slugs and ids of three companies with a partner each, new for each test. */
let a: string;
let b: string;
let c: string;
let ids: number[];

beforeEach(async () => {
  made += 1;
  const { pool } = service.database;
  [a, b, c] = [`a${made}`, `b${made}`, `c${made}`];
  ids = [await seedPlain(pool, a), await seedPlain(pool, b), await seedPlain(pool, c)];
  await seedPlain(pool, `partner${made}`);
  const seen = { first_observed_at: START, last_observed_at: START, observation_count: 1 };
  const rows = domains(a, b, c).map((domain) => ({
    domain,
    partner_domain: `partner${made}.example`,
    ...seen,
  }));
  await importRows(pool, 'partnerships', ...rows);
});

const domains = (...slugs: string[]) => slugs.map((slug) => `${slug}.example`);
const books = () => readBooks(service.database.pool, tenant.organizationId);
const endAfter = (days: number) => new Date(Date.parse(START) + days * DAY_MS).toISOString();

async function enrich(...slugs: string[]) {
  const { body } = await graphql(ENRICH, { domains: domains(...slugs) });
  return body.data.enrichPartnerships;
}

const CHARGED = { charge: 'CHARGED', windowEndsAt: endAfter(30) };

/** Runs `work` while an import has carried out its changes and has not committed them. */
async function duringImport<T>(begin: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const holder = await service.database.pool.connect();
  await holder.query('BEGIN; LOCK TABLE facet_index IN EXCLUSIVE MODE');
  const imported = begin();
  try {
    await untilWaiting(service.database, 1);
    return await work();
  } finally {
    await holder.query('COMMIT');
    holder.release();
    await imported;
  }
}

const duringMerge = <T>(source: string, target: string, work: () => Promise<T>) =>
  duringImport(() => mergeCompany(service.database.pool, source, target), work);

/** Everything that says whether a company is paid for, free of charge. */
async function isOpen(slug: string) {
  const [domain] = domains(slug);
  const tree = definition(condition('domain', 'equals', [domain ?? '']));
  const listId = await createList(service, tenant.userKey, slug, tree);
  const { body } = await graphql(
    `query ($tree: JSON!) {
      estimateEnrichment(domains: ["${domain}"]) { creditsRequired creditBalance }
      company(identifier: "${slug}") { partnerships(first: 1) { access edges { node { partnerSlug } } } access: partnerships { access } }
      previewCount(definitionJson: $tree) { partnerAccess breakdown(field: "partner", first: 5) { count } }
      list(listId: ${listId}) { exportEstimate { creditsRequired } } }`,
    { tree },
  );
  const estimate = await service
    .rest(tenant.orgKey)
    .post('/v1/enrich/partnerships/estimate', { domains: [domain] });
  return { data: body.data, rest: estimate.body.credits_required };
}

const open = (balance: number) => ({
  data: {
    estimateEnrichment: { creditsRequired: 0, creditBalance: balance },
    company: {
      partnerships: { access: 'OPEN', edges: [{ node: { partnerSlug: `partner${made}` } }] },
      access: { access: 'OPEN' },
    },
    previewCount: { partnerAccess: 'OPEN', breakdown: [{ count: 1 }] },
    list: { exportEstimate: { creditsRequired: 0 } },
  },
  rest: 0,
});

describe('a company that is paid for while it is being merged', () => {
  it('is paid for once: charge, quote, meter and breakdown accept the unlock for the survivor', async () => {
    const bought = await duringMerge(a, b, () => enrich(a));
    expect(bought).toEqual({ creditsCharged: 1, creditsRemaining: 99, results: [CHARGED] });
    service.clock.advance({ days: 3 });
    expect(await isOpen(b)).toEqual(open(99));
    const again = { creditsCharged: 0, creditsRemaining: 99 };
    expect(await enrich(b, a)).toEqual({
      ...again,
      results: Array(2).fill({ charge: 'IN_WINDOW', windowEndsAt: endAfter(30) }),
    });
    expect(await books()).toEqual({ balance: 99, ledger: 99, paidFor: [ids[0]], unlocked: [ids[0]] });
    service.clock.advance({ days: 27 });
    expect(await enrich(b)).toMatchObject({ creditsCharged: 1 });
  });

  it('counts for the final survivor of several merges, during each of which one was bought', async () => {
    await duringMerge(a, b, () => enrich(a));
    await duringMerge(b, c, () => enrich(b));
    const { rows } = await service.database.pool.query(
      'SELECT DISTINCT merged_into AS id FROM retired_company WHERE id = ANY ($1)',
      [ids],
    );
    expect(rows).toEqual([{ id: ids[2] }]);
    expect(await isOpen(c)).toEqual(open(99));
    expect(await books()).toMatchObject({ balance: 99, paidFor: [ids[0]] });
  });

  it('is not waited for by those who buy the survivor, whose later end wins', async () => {
    await enrich(a);
    service.clock.advance({ days: 10 });
    const bought = await duringMerge(a, b, () => enrich(b));
    expect(bought).toMatchObject({ creditsCharged: 1, results: [{ windowEndsAt: endAfter(40) }] });
    expect(await enrich(b)).toMatchObject({ creditsCharged: 0, results: [{ windowEndsAt: endAfter(40) }] });
    service.clock.advance({ days: 25 });
    expect(await isOpen(b)).toEqual(open(98));
  });

  it('is in an export that costs nothing afterwards', async () => {
    const tree = definition(condition('domain', 'equals', domains(a, b)));
    const listId = await createList(service, tenant.userKey, 'Both', tree);
    const charge = async () => {
      const { headers } = await service.rest(tenant.userKey).get(`/v1/lists/${listId}/export.csv`);
      return [headers['x-credits-charged'], headers['x-credits-remaining']];
    };
    expect(await duringMerge(a, b, charge)).toEqual(['2', '98']);
    await service.rest(tenant.userKey).post(`/v1/lists/${listId}/materialize`);
    expect(await charge()).toEqual(['0', '98']);
    expect(await isOpen(b)).toEqual(open(98));
  });

  it('stays unlocked by itself when the import is rolled back', async () => {
    const unknown = { primary_domain: `x${a}.example`, merge_into: 'nobody.example' };
    const rows = [{ primary_domain: `${a}.example`, merge_into: `${b}.example` }, unknown];
    const failing = () => importRows(service.database.pool, 'companies', ...rows).catch(() => undefined);
    // The backend of the import is the one that waits.
    await duringImport(failing, async () => {
      expect(await enrich(a)).toMatchObject({ creditsCharged: 1 });
      await service.database.pool.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    });
    expect(await enrich(a, b)).toMatchObject({ creditsCharged: 1, creditsRemaining: 98 });
  });
});

describe('unlocks of several companies with one survivor', () => {
  it('keep it open until the latest of their ends', async () => {
    const { pool } = service.database;
    for (const [index, days] of [2, 9, 5].entries())
      await unlockCompanies(pool, tenant.organizationId, ids.slice(index, index + 1), endAfter(days));
    await mergeCompany(pool, a, c);
    await mergeCompany(pool, b, c);
    expect(await enrich(c)).toMatchObject({ creditsCharged: 0, results: [{ windowEndsAt: endAfter(9) }] });
  });

  it('outlive a rename, and a deletion with a return of the survivor', async () => {
    const { pool } = service.database;
    await duringMerge(a, b, () => enrich(a));
    await importRows(pool, 'companies', {
      name: b,
      primary_domain: `new-${b}.example`,
      previous_primary_domain: `${b}.example`,
    });
    expect(await enrich(b)).toMatchObject({ creditsCharged: 0 });
    await deleteCompanies(pool, `new-${b}`);
    await bringBack(pool, `new-${b}`);
    expect(await enrich(`new-${b}`)).toMatchObject({ creditsCharged: 0, results: [{ charge: 'IN_WINDOW' }] });
    expect(await books()).toMatchObject({ balance: 99, paidFor: [ids[0]] });
  });
});

describe('a charge for companies that were found before a merge', () => {
  const charge = (companyIds: number[]) =>
    chargeCompanies(service.database.pool, {
      organizationId: tenant.organizationId,
      companyIds,
      kind: 'enrichment',
      keyId: 1,
      requestId: 'before',
      at: service.clock.now(),
    });

  it('asks for the survivor once, and reports the charge for each of them', async () => {
    await mergeCompany(service.database.pool, a, b);
    const receipt = await charge(ids.slice(0, 2));
    expect(receipt).toEqual({
      cost: 1,
      chargedIds: new Set(ids.slice(0, 2)),
      survivors: new Map([[ids[0], ids[1]]]),
      entryId: expect.any(Number),
      windowEnds: new Map(ids.slice(0, 2).map((id) => [id, new Date(endAfter(30))])),
      balance: 99,
    });
    expect(await books()).toMatchObject({ balance: 99, ledger: 99, paidFor: [ids[1]] });
    expect(await charge(ids.slice(0, 1))).toMatchObject({ cost: 0, chargedIds: new Set(), balance: 99 });
  });

  it('is free if the survivor is unlocked', async () => {
    await enrich(b);
    await mergeCompany(service.database.pool, a, b);
    expect(await charge(ids.slice(0, 1))).toMatchObject({ cost: 0, balance: 99 });
  });

  it('and one that begins after it share a credit, when the first still waits for its turn', async () => {
    const { pool } = service.database;
    const holder: PoolClient = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM organization WHERE id = $1 FOR NO KEY UPDATE', [tenant.organizationId]);
    const first = enrich(a);
    await untilWaiting(service.database, 1);
    await mergeCompany(pool, a, b);
    const second = enrich(b);
    await untilWaiting(service.database, 2);
    await holder.query('COMMIT');
    holder.release();
    expect(await first).toMatchObject({ creditsCharged: 1, creditsRemaining: 99 });
    expect(await second).toMatchObject({
      creditsCharged: 0,
      creditsRemaining: 99,
      results: [{ charge: 'IN_WINDOW', windowEndsAt: endAfter(30) }],
    });
    expect(await books()).toMatchObject({ balance: 99, ledger: 99, paidFor: [ids[0]] });
  });
});
