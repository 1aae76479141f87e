import { beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { withoutCost } from '../../harness/errors.ts';
import { readBooks } from '../../harness/ledger.ts';
import {
  seedCompany,
  seedPartnership,
  seedPlain,
  seedTechnologies,
  unlockCompanies,
} from '../../harness/seed.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useTenant, useTestService } from '../../harness/use-service.ts';

const hubs: number[] = [];

const service = useTestService();
const tenant = useTenant(service, 'tenant');
beforeAll(async () => {
  const { pool } = service.database;
  const partners: number[] = [];
  for (let i = 0; i < 5; i++) partners.push(await seedPlain(pool, `partner-${i}`));
  for (const name of ['Data Works', 'Database_Co', 'My data 100%']) {
    const slug = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/-$/, '');
    const hub = await seedCompany(pool, { name, slug, domains: [`${slug}.example`, `alias-${slug}.test`] });
    hubs.push(hub);
    await seedTechnologies(pool, hub, [
      { key: 'one', count: 3, category: 'First' },
      { key: 'two', count: 2 },
      { key: 'three', count: 1 },
    ]);
    for (const [i, partner] of partners.entries()) {
      await seedPartnership(pool, hub, partner, { last: `2025-01-0${i + 1}T00:00:00Z` });
    }
  }
  await unlockCompanies(pool, tenant.organizationId, hubs);
  await rebuildIndex(pool);
});

const send = (query: string, variables?: object) => service.graphql(tenant.userKey, query, variables);
const ask = async (query: string, variables?: object) => (await send(query, variables)).body;

describe('Company over GraphQL', () => {
  it('returns every field, and null for unknown values', async () => {
    const query = `{ company(identifier: "data-works") { id companyId name slug primaryDomain partnershipCount domains investors
      firmographics { industry employeeRange country foundedYear technologyCount investorCount domainCount } } }`;
    const [companyId = 0] = hubs;
    expect(withoutCost(await send(query))).toEqual({
      data: {
        company: {
          id: Buffer.from(`Company:${companyId}`).toString('base64'),
          companyId,
          name: 'Data Works',
          slug: 'data-works',
          primaryDomain: 'data-works.example',
          partnershipCount: 5,
          domains: ['data-works.example', 'alias-data-works.test'],
          investors: [],
          firmographics: {
            industry: null,
            employeeRange: null,
            country: null,
            foundedYear: null,
            technologyCount: 3,
            investorCount: 0,
            domainCount: 2,
          },
        },
      },
    });
  });

  it('pages through its connections with cursors', async () => {
    const query = `query ($after: String) { company(identifier: "data-works") {
      partnerships(first: 2, after: $after) { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        edges { cursor node { partnerSlug } } } } }`;
    const seen: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 3; page++) {
      const { data } = await ask(query, { after });
      const { totalCount, pageInfo, edges } = data.company.partnerships;
      expect(totalCount).toBe(5);
      expect(pageInfo).toEqual({
        hasNextPage: page < 2,
        hasPreviousPage: page > 0,
        startCursor: edges[0].cursor,
        endCursor: edges.at(-1).cursor,
      });
      seen.push(...edges.map((edge: { node: { partnerSlug: string } }) => edge.node.partnerSlug));
      after = pageInfo.endCursor;
    }
    expect(seen).toEqual(['partner-4', 'partner-3', 'partner-2', 'partner-1', 'partner-0']);
  });

  it.each([
    ['first: 0', '/first', 'must be 1 to 10000'],
    ['first: 10001', '/first', 'must be 1 to 10000'],
    ['after: "nonsense"', '/after', 'must be a cursor of an earlier page'],
  ])('refuses partnerships(%s)', async (argument, pointer, message) => {
    const { errors } = await ask(
      `{ company(identifier: "data-works") { partnerships(${argument}) { totalCount } } }`,
    );
    expect(errors[0].extensions).toEqual({ code: 'VALIDATION_ERROR', errors: [{ pointer, message }] });
  });

  it('reads each level of a nested query in one statement, for any number of companies', async () => {
    const nested = `companies(search: "data") { edges { node { name
      technologies(first: 2) { edges { node { techKey } } } partnerships(first: 2) { edges { node { partnerSlug } } } } } }`;
    await ask('{ __typename }');
    const { result, statements } = await recordStatements(() => ask(`{ ${nested} }`));
    expect(result.data.companies.edges).toHaveLength(3);
    for (const { node } of result.data.companies.edges) {
      expect(node.technologies.edges).toEqual([{ node: { techKey: 'one' } }, { node: { techKey: 'two' } }]);
      expect(node.partnerships.edges).toHaveLength(2);
    }
    expect(statements).toHaveLength(4);
  });
});

describe('detections of a company', () => {
  const FIELDS = 'techKey displayName category detectionCount firstSeen lastSeen';
  const listOf = (slug: string, key = tenant.userKey, first = '') =>
    service.graphql(key, `{ company(identifier: "${slug}") { detections${first} { ${FIELDS} } } }`);
  const detected = (techKey: string, detectionCount: number, category: string | null = null) => ({
    techKey,
    displayName: techKey,
    category,
    detectionCount,
    firstSeen: '2024-01-01T00:00:00.000Z',
    lastSeen: '2024-06-01T00:00:00.000Z',
  });
  const all = [detected('one', 3, 'First'), detected('two', 2), detected('three', 1)];

  it('are a plain list, the most detections first, of at most `first`', async () => {
    // The document is compiled at its third use.
    for (let use = 0; use < 4; use++)
      expect(withoutCost(await listOf('data-works'))).toEqual({ data: { company: { detections: all } } });
    const two = await listOf('data-works', tenant.userKey, '(first: 2)');
    expect(withoutCost(two)).toEqual({ data: { company: { detections: all.slice(0, 2) } } });
    expect(withoutCost(await listOf('partner-1'))).toEqual({ data: { company: { detections: [] } } });
  });

  it('are the edges of the connection, at the cost of the page, for every organization and free of credits', async () => {
    const other = await service.createTenant('other');
    const query = `{ company(identifier: "data-works") { technologies { edges {
      detectionCount firstSeen lastSeen node { techKey displayName category } } } } }`;
    for (const { userKey, orgKey, organizationId } of [tenant, other]) {
      const books = await readBooks(service.database.pool, organizationId);
      const list = await listOf('data-works', orgKey);
      const page = await service.graphql(userKey, query);
      const { edges } = page.body.data.company.technologies;
      const rows = edges.map(({ node, ...edge }: { node: object }) => ({ ...node, ...edge }));
      expect(list.body.data.company.detections).toEqual(rows);
      expect(list.body.extensions).toEqual(page.body.extensions);
      expect(await readBooks(service.database.pool, organizationId)).toEqual(books);
    }
  });

  it.each(['0', '10001'])('are refused for first: %s', async (first) => {
    for (let use = 0; use < 4; use++) {
      const { data, errors } = (await listOf('data-works', tenant.userKey, `(first: ${first})`)).body;
      expect(data).toEqual({ company: { detections: null } });
      expect(errors[0].extensions).toEqual({
        code: 'VALIDATION_ERROR',
        errors: [{ pointer: '/first', message: 'must be 1 to 10000' }],
      });
    }
  });

  it('are read in one statement for any number of companies', async () => {
    const query = '{ companies(search: "data") { edges { node { detections(first: 1) { techKey } } } } }';
    const { result, statements } = await recordStatements(() => ask(query));
    const node = { detections: [{ techKey: 'one' }] };
    expect(result.data.companies.edges).toEqual([{ node }, { node }, { node }]);
    expect(statements).toHaveLength(3);
  });
});

describe('Technology', () => {
  const FIELDS = 'id techKey displayName category companyCount';
  const idOf = async (techKey: string): Promise<string> => {
    const { data } = await ask('query ($techKey: String!) { technology(techKey: $techKey) { id } }', {
      techKey,
    });
    return data.technology.id;
  };
  const entry = async (techKey: string, category: string | null) => ({
    id: await idOf(techKey),
    techKey,
    displayName: techKey,
    category,
    companyCount: 3,
  });

  it('is an entry of the catalogue, found by key or id', async () => {
    const query = `{ technology(techKey: "one") { ${FIELDS} } }`;
    const id = await idOf('one');
    const one = await entry('one', 'First');
    expect(withoutCost(await send(query))).toEqual({ data: { technology: one } });
    const found = `query ($id: ID!) { node(id: $id) { id ... on Technology { ${FIELDS} } }
      nodes(ids: [$id, "nonsense"]) { ... on Technology { ${FIELDS} } } }`;
    expect(withoutCost(await send(found, { id }))).toEqual({ data: { node: one, nodes: [one, null] } });
  });

  it.each(['nothing', 'ONE', '', 'a\u0000b'])('is null for the key %j, with an error', async (techKey) => {
    const query = 'query ($techKey: String!) { technology(techKey: $techKey) { id } __typename }';
    const { data, errors } = await ask(query, { techKey });
    expect(data).toEqual({ technology: null, __typename: 'Query' });
    expect(errors).toMatchObject([
      {
        message:
          'No technology has this key. Search the keys among the values of the filter field "technology".',
        path: ['technology'],
        extensions: { code: 'TECHNOLOGY_NOT_FOUND', tech_key: techKey },
      },
    ]);
  });

  it('has on the edge of a company what was detected there, and is counted in one statement', async () => {
    const query = `{ companies(search: "data") { edges { node { technologies(first: 1) { edges {
      detectionCount firstSeen lastSeen node { ${FIELDS} } } } } } } }`;
    const edge = {
      detectionCount: 3,
      firstSeen: '2024-01-01T00:00:00.000Z',
      lastSeen: '2024-06-01T00:00:00.000Z',
      node: await entry('one', 'First'),
    };
    for (let use = 0; use < 4; use++) {
      const { result, statements } = await recordStatements(() => ask(query));
      const companies = result.data.companies.edges.map(({ node }: { node: object }) => node);
      expect(companies).toEqual(hubs.map(() => ({ technologies: { edges: [edge] } })));
      // The search, its companies, their technologies, the counts.
      expect(statements).toHaveLength(4);
    }
  });
});

describe('companies(search)', () => {
  const search = async (text: string, more = '') => {
    const query = `query ($text: String!) { companies(search: $text ${more}) { totalCount pageInfo { hasNextPage }
      edges { node { name } } } }`;
    const { data } = await ask(query, { text });
    const { edges, ...rest } = data.companies;
    return { ...rest, names: edges.map((edge: { node: { name: string } }) => edge.node.name) };
  };

  it.each<[string, string[]]>([
    ['DATA', ['Data Works', 'Database_Co', 'My data 100%']],
    ['data works', ['Data Works']],
    ['my data', ['My data 100%']],
    ['database-co.example', ['Database_Co']],
    ['alias-my-data', ['My data 100%']],
    ['100%', ['My data 100%']],
    ['e_c', ['Database_Co']],
    ['nothing like it', []],
    ['\\\\', []],
  ])('finds %j by name or domain, best match first', async (text, names) => {
    expect(await search(text)).toEqual({ totalCount: names.length, pageInfo: { hasNextPage: false }, names });
  });

  it('returns pages', async () => {
    expect(await search('partner', 'first: 2')).toMatchObject({
      totalCount: 5,
      pageInfo: { hasNextPage: true },
    });
  });

  it.each(['a', '  a  ', 'x'.repeat(101), 'a\u0000b'])('refuses %j', async (text) => {
    const { errors } = await ask('query ($text: String!) { companies(search: $text) { totalCount } }', {
      text,
    });
    expect(errors[0].extensions.errors).toEqual([
      { pointer: '/search', message: 'must be 2 to 100 characters of a name or domain' },
    ]);
  });
});

describe('a document that is sent repeatedly', () => {
  it('gets the same response when it runs compiled', async () => {
    const query = `query ($identifier: String!) { company(identifier: $identifier) { id name technologies(first: 2) {
      totalCount edges { cursor detectionCount firstSeen lastSeen node { techKey category } } pageInfo { hasNextPage } } } }`;
    const answers = [];
    for (let use = 0; use < 5; use++) answers.push(await ask(query, { identifier: 'data-works' }));
    expect(answers[0].data.company.technologies.totalCount).toBe(3);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('gets the right response with fragments under directives, which are never compiled', async () => {
    const query = `query ($yes: Boolean!, $no: Boolean!) { company(identifier: "data-works") {
      ...F @include(if: $no) ...F @skip(if: $no) slug @include(if: $yes) } } fragment F on Company { name }`;
    for (let use = 0; use < 5; use++) {
      expect(withoutCost(await send(query, { yes: true, no: false }))).toEqual({
        data: { company: { name: 'Data Works', slug: 'data-works' } },
      });
    }
  });
});
