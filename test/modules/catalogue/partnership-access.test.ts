import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { schema } from '../../../src/api/schema.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { subscribe } from '../../harness/events.ts';
import { readBooks } from '../../harness/ledger.ts';
import { seedPartnership, seedPlain, unlockCompanies } from '../../harness/seed.ts';
import { startTestService, type Tenant, type TestService } from '../../harness/service.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useTestService } from '../../harness/use-service.ts';
import { condition, definition } from '../filters/support.ts';
import { createList } from '../lists/operations.ts';

const MANY = 100;
const PAGE = 'partnerships { access totalCount edges { node { partnerSlug } } pageInfo { hasNextPage } }';
const LOCKED = { access: 'LOCKED', totalCount: 2, edges: [], pageInfo: { hasNextPage: false } };
const OPEN = {
  access: 'OPEN',
  totalCount: 2,
  edges: [{ node: { partnerSlug: 'other' } }, { node: { partnerSlug: 'partner' } }],
  pageInfo: { hasNextPage: false },
};
const NONE = { access: 'OPEN', totalCount: 0, edges: [], pageInfo: { hasNextPage: false } };

let tenant: Tenant;
let acme: number;
let tenants = 0;
const many: number[] = [];

const service = useTestService();
beforeAll(async () => {
  const { pool } = service.database;
  const partner = await seedPlain(pool, 'partner');
  const other = await seedPlain(pool, 'other');
  acme = await seedPlain(pool, 'acme');
  await seedPlain(pool, 'alone');
  for (const id of [other, partner]) await seedPartnership(pool, acme, id);
  for (let n = 0; n < MANY; n++) {
    const id = await seedPlain(pool, `many-${n}`);
    await seedPartnership(pool, id, partner);
    many.push(id);
  }
  await rebuildIndex(pool);
});
beforeEach(async () => {
  tenants += 1;
  tenant = await service.createTenant(`meter${tenants}`, 1000);
});

const ask = async (query: string, key = tenant.userKey, from = service) => {
  const { body } = await from.graphql(key, query);
  expect(body.errors).toBeUndefined();
  return body.data;
};
const pageOf = async (slug: string, key?: string, from?: TestService) =>
  (await ask(`{ company(identifier: "${slug}") { ${PAGE} } }`, key, from)).company.partnerships;
const enrich = (slug: string, key = tenant.userKey) =>
  service.rest(key).post('/v1/enrich/partnerships', { domains: [`${slug}.example`] });

describe('partners of a company', () => {
  it('are locked until the organization unlocks the company, and again after 30 days', async () => {
    const stranger = await service.createTenant(`stranger${tenants}`);
    expect(await pageOf('acme')).toEqual(LOCKED);
    expect((await enrich('acme')).headers['x-credits-charged']).toBe('1');
    expect(await pageOf('acme')).toEqual(OPEN);
    expect(await pageOf('acme', tenant.orgKey)).toEqual(OPEN);
    expect(await pageOf('acme', stranger.userKey)).toEqual(LOCKED);
    expect(await pageOf('acme', stranger.orgKey)).toEqual(LOCKED);
    service.clock.advance({ days: 29, hours: 23, minutes: 59, seconds: 59 });
    expect(await pageOf('acme')).toEqual(OPEN);
    service.clock.advance({ seconds: 1 });
    expect(await pageOf('acme')).toEqual(LOCKED);
    expect(await readBooks(service.database.pool, tenant.organizationId)).toMatchObject({
      balance: 999,
      ledger: 999,
    });
  });

  it('are open after an export of a list that contains the company', async () => {
    const tree = definition(condition('domain', 'equals', ['acme.example']));
    const listId = await createList(service, tenant.userKey, 'Acme', tree);
    const member = async () => {
      const data = await ask(
        `{ list(listId: ${listId}) { members { edges { node { company { ${PAGE} } } } } } }`,
      );
      return data.list.members.edges[0].node.company.partnerships;
    };
    expect(await member()).toEqual(LOCKED);
    await ask(`mutation { exportList(input: { listId: ${listId} }) { creditsCharged } }`);
    expect(await member()).toEqual(OPEN);
  });

  it('stay locked on every page', async () => {
    const other = await service.createTenant(`unlocked${tenants}`);
    await unlockCompanies(service.database.pool, other.organizationId, [acme]);
    const first = '{ company(identifier: "acme") { partnerships(first: 1) { pageInfo { endCursor } } } }';
    const after: string = (await ask(first, other.userKey)).company.partnerships.pageInfo.endCursor;
    const query = `{ company(identifier: "acme") { partnerships(first: 1, after: "${after}") {
      access totalCount edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
    expect((await ask(query)).company.partnerships).toEqual({
      access: 'LOCKED',
      totalCount: 2,
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  it('are shown in the payload of the mutation that unlocks the company, and in later mutations', async () => {
    const unlock = (
      alias: string,
      slug: string,
    ) => `${alias}: enrichPartnerships(input: { domains: ["${slug}.example"] }) {
      results { company { slug ${PAGE} } } }`;
    const data = await ask(
      `mutation { ${unlock('first', 'many-0')} ${unlock('second', 'acme')} ${unlock('third', 'acme')} }`,
    );
    expect(data.first.results[0].company.partnerships.access).toBe('OPEN');
    expect(data.second.results[0].company.partnerships).toEqual(OPEN);
    expect(data.third.results[0].company.partnerships).toEqual(OPEN);
  });

  it('are not revealed by an estimate, which is free', async () => {
    const data = await ask(
      `{ estimateEnrichment(domains: ["acme.example"]) { creditsRequired sufficient } company(identifier: "acme") { ${PAGE} } }`,
    );
    expect(data).toEqual({
      estimateEnrichment: { creditsRequired: 1, sufficient: true },
      company: { partnerships: LOCKED },
    });
  });

  it('are not shown by any other field', () => {
    const names = ['Partnership', 'CompanyPartnershipConnection', 'CompanyPartnershipEdge'];
    const fields = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) || isInterfaceType(type))
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => names.includes(getNamedType(field.type).name))
      .map(({ type, field }) => `${type.name}.${field.name}`);
    expect(fields.sort()).toEqual([
      'Company.partnerships',
      'CompanyPartnershipConnection.edges',
      'CompanyPartnershipEdge.node',
      'EnrichmentResult.partnerships',
    ]);
  });

  it('are locked in the events of a subscription until the company is unlocked', async () => {
    const tree = definition(condition('domain', 'equals', ['acme.example']));
    const listId = await createList(service, tenant.userKey, 'Watched', tree);
    const query = `subscription { listChanged(listId: ${listId}) { list { name members { edges { node { company { ${PAGE} } } } } } } }`;
    const stream = await subscribe(service.url, { key: tenant.userKey, query });
    const shows = (partnerships: object) => ({
      data: { listChanged: { list: { members: { edges: [{ node: { company: { partnerships } } }] } } } },
    });
    const rename = (name: string) => service.rest(tenant.userKey).patch(`/v1/lists/${listId}`, { name });
    await rename('One');
    expect(await stream.next()).toMatchObject(shows(LOCKED));
    await enrich('acme');
    await rename('Two');
    expect(await stream.next()).toMatchObject(shows(OPEN));
    stream.leave();
  });
});

describe('a company without partners', () => {
  it('is open without a check of unlocks', async () => {
    await pageOf('alone');
    const { result, statements } = await recordStatements(() => pageOf('alone'));
    expect(result).toEqual(NONE);
    expect(statements.filter((sql) => /company_unlock|partnership p/.test(sql))).toEqual([]);
  });
});

describe('the statements of a page of companies', () => {
  const companies = (fields: string) =>
    `{ companies(search: "many", first: ${MANY}) { edges { node { ${fields} } } } }`;
  const lookUps = async (fields: string, from = service) => {
    const { result, statements } = await recordStatements(() => ask(companies(fields), undefined, from));
    expect(result.companies.edges).toHaveLength(MANY);
    return {
      nodes: result.companies.edges.map(({ node }: { node: object }) => node),
      metered: statements.filter((sql) => sql.includes('company_unlock')).length,
      unmetered: statements.filter((sql) => /FROM partnership/.test(sql) && !sql.includes('company_unlock'))
        .length,
    };
  };

  it('are one, which reads the partners of unlocked companies only', async () => {
    await unlockCompanies(service.database.pool, tenant.organizationId, many.slice(0, MANY / 2));
    const { nodes, metered, unmetered } = await lookUps(PAGE);
    expect([metered, unmetered]).toEqual([1, 0]);
    const open = nodes.filter(
      ({ partnerships }: { partnerships: { access: string } }) => partnerships.access === 'OPEN',
    );
    expect(open).toHaveLength(MANY / 2);
    for (const { partnerships } of open) expect(partnerships.edges).toHaveLength(1);
    // The next use of this document runs compiled.
    for (let use = 0; use < 4; use++)
      expect(await lookUps(PAGE)).toEqual({ nodes, metered: 1, unmetered: 0 });
  });

  it('are also one when fragments select the access in any position, or only beside the page', async () => {
    for (const fields of ['access pageInfo { hasNextPage }', 'edges { cursor } access', 'edges { cursor }'])
      expect(await lookUps(`partnerships { ${fields} }`)).toMatchObject({ metered: 1, unmetered: 0 });
  });

  it('are none for the total alone, and one for the access alone', async () => {
    expect(await lookUps('partnerships { totalCount }')).toMatchObject({ metered: 0, unmetered: 0 });
    expect(await lookUps('partnerships { access }')).toMatchObject({ metered: 1, unmetered: 0 });
  });
});

describe('the partner of a partnership', () => {
  it('is a company whose own partners stay locked until it is unlocked', async () => {
    const walk = `{ company(identifier: "acme") { partnerships { edges { node {
      partnerSlug partner { slug primaryDomain ${PAGE} } } } } } }`;
    const partners = async () =>
      (await ask(walk)).company.partnerships.edges.map(({ node }: { node: object }) => node);
    const seenFrom = (slug: string, partnerships: object) => ({
      partnerSlug: slug,
      partner: { slug, primaryDomain: `${slug}.example`, partnerships },
    });
    const open = {
      access: 'OPEN',
      totalCount: 1,
      edges: [{ node: { partnerSlug: 'acme' } }],
      pageInfo: { hasNextPage: false },
    };
    const locked = { ...LOCKED, totalCount: 1 };
    const manyLocked = { ...LOCKED, totalCount: MANY + 1 };
    expect(await partners()).toEqual([]);
    await enrich('acme');
    expect(await partners()).toEqual([seenFrom('other', locked), seenFrom('partner', manyLocked)]);
    await enrich('other');
    expect(await partners()).toEqual([seenFrom('other', open), seenFrom('partner', manyLocked)]);
  });

  it('is read in one statement for all partners of a page, compiled or not', async () => {
    await unlockCompanies(service.database.pool, tenant.organizationId, [...many, acme]);
    const walk = `{ companies(search: "many", first: 200) { edges { node { slug partnerships(first: 3) { edges { node {
      partner { slug partnerships(first: 3) { totalCount access } } } } } } } } }`;
    const first = await ask(walk);
    for (let use = 0; use < 4; use++) {
      const { result, statements } = await recordStatements(() => ask(walk));
      expect(result).toEqual(first);
      // The search, its companies, their partnerships, the partners, which it did not find, and the access to theirs.
      const ofCompanies = statements.flatMap(
        (sql) => /FROM (?:hit|company c|company_unlock)/.exec(sql) ?? [],
      );
      expect(ofCompanies).toEqual([
        'FROM hit',
        'FROM company c',
        'FROM company_unlock',
        'FROM company c',
        'FROM company_unlock',
      ]);
    }
  });

  it('is shown in the result of an enrichment', async () => {
    const data = await ask(
      'mutation { enrichPartnerships(input: { domains: ["acme.example"] }) { results { partnerships { partner { slug } } } } }',
    );
    expect(data.enrichPartnerships.results).toEqual([
      { partnerships: [{ partner: { slug: 'other' } }, { partner: { slug: 'partner' } }] },
    ]);
  });
});

describe('PARTNERSHIP_METERING=off', () => {
  it('opens every company without a check of unlocks', async () => {
    const open = await startTestService({ beside: service, partnershipMetering: false });
    try {
      await pageOf('acme', undefined, open);
      const { result, statements } = await recordStatements(() => pageOf('acme', undefined, open));
      expect(result).toEqual(OPEN);
      expect(statements.filter((sql) => sql.includes('company_unlock'))).toEqual([]);
      expect(await pageOf('acme')).toEqual(LOCKED);
    } finally {
      await open.close();
    }
  });
});
