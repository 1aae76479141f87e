import assert from 'node:assert/strict';
import { fillCatalogue, readCompanies } from './lib/catalogue.mjs';
import { AS_STARTED, createKey, flagsOfStart, startService, stopAll } from './lib/children.mjs';
import { createBenchDatabase } from './lib/database.mjs';
import { sendInTurn } from './lib/in-turn.mjs';
import { startPostGraphile } from './lib/postgraphile.mjs';
import { printTable, row } from './lib/report.mjs';
import { compareRounds, takeTurns } from './lib/statistics.mjs';

const CONNECTIONS = 50;
const ASKED = 2_000;
const STEP = 10;
const COMPARED = 50;
const TECHNOLOGIES = 20;
/** Rate limits that count every request and refuse none: the service has all of its limits on, and no log. */
const LIMITED = { ...AS_STARTED, LOG_LEVEL: 'silent' };

export const FACTS = 'industry employeeRange country foundedYear technologyCount investorCount domainCount';
export const CORE = 'name slug primaryDomain partnershipCount';

/** Each case with what it selects: of the service, of PostGraphile, and over REST. */
export const CASES = [
  { name: 'company', atLeast: 1.8, ours: '', theirs: '', rest: '?include=firmographics' },
  {
    name: `with ${TECHNOLOGIES} technologies`,
    atLeast: 1.6,
    ours: `technologies(first: ${TECHNOLOGIES}) {
      edges { detectionCount firstSeen lastSeen node { techKey displayName } } }`,
    theirs: `technologies(first: ${TECHNOLOGIES}, orderBy: [DETECTION_COUNT_DESC]) { edges { node {
      detectionCount firstSeen lastSeen technology { techKey displayName } } } }`,
    rest: '?include=technologies,firmographics',
  },
];

/** Looks up companies by slug over GraphQL, against PostGraphile and against the REST API of the same process. */
export async function benchGraphQLLookup({ root, quick }) {
  const [rounds, seconds, warmUp] = quick ? [1, 1, 1] : [7, 4, 5];
  const database = await createBenchDatabase(root);
  try {
    await fillCatalogue(database.url);
    const key = await createKey(root, database.url);
    const slugs = (await readCompanies(database.url, ASKED, STEP)).map(({ slug }) => slug);
    const service = await startService(root, database.url, LIMITED);
    const postgraphile = await startPostGraphile(database.url, { flags: await flagsOfStart(root) });
    const rows = [];
    for (const { name, atLeast, ...selected } of CASES) {
      const ours = `query Company($slug: String!) { company(identifier: $slug) {
        ${CORE} firmographics { ${FACTS} } ${selected.ours} } }`;
      const theirs = `query Company($slug: String!) { companyBySlug(slug: $slug) {
        ${CORE} ${FACTS} ${selected.theirs} } }`;
      const contestants = [
        { ...service, requests: slugs.map(toPost(ours, { 'X-API-Key': key })) },
        { ...postgraphile, requests: slugs.map(toPost(theirs)) },
        { ...service, label: 'rest', requests: slugs.map(toGet(selected.rest, { 'X-API-Key': key })) },
      ];
      await assertSame(contestants);
      const measure = (each) => sendInTurn(each, { connections: CONNECTIONS, seconds });
      for (const each of contestants) await sendInTurn(each, { connections: CONNECTIONS, seconds: warmUp });
      const results = await takeTurns(rounds, contestants, measure);
      rows.push(
        ...toRows(`${name}, PostGraphile`, compareRounds(results, 'ours', 'postgraphile'), {
          throughput: { atLeast },
          p99: { atMost: 1 },
        }),
        ...toRows(`${name}, our REST`, compareRounds(results, 'ours', 'rest'), {}),
      );
    }
    printTable(`graphql-lookup: ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s`, rows);
    return rows.every(({ met }) => met);
  } finally {
    await stopAll();
    await database.drop();
  }
}

function toRows(name, { throughput, p50, p99, processor }, targets) {
  return [
    row(`${name}: throughput`, 'a second', throughput, targets.throughput),
    row(`${name}: p50`, 'ms', p50),
    row(`${name}: p99`, 'ms', p99, targets.p99),
    ...(processor ? [row(`${name}: processor time a request`, 'ms', processor)] : []),
  ];
}

const toPost =
  (query, headers = {}) =>
  (slug) => ({
    method: 'POST',
    path: '/graphql',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query, operationName: 'Company', variables: { slug } }),
  });

const toGet = (query, headers) => (slug) => ({
  method: 'GET',
  path: `/v1/companies/${slug}${query}`,
  headers,
});

/** Compares the answers of the three, and requires that a request without a key is refused. */
async function assertSame([ours, postgraphile, rest]) {
  for (let index = 0; index < COMPARED; index++) {
    const answers = [ours, postgraphile, rest].map(({ url, requests }) => ask(url, requests[index]));
    const [mine, theirs, resource] = await Promise.all(answers);
    const expected = fromOurs(mine.data.company);
    assert.deepEqual(fromTheirs(theirs.data.companyBySlug), expected, 'the answers of PostGraphile differ');
    assert.deepEqual(fromRest(resource, expected), expected, 'the answers of the REST API differ');
  }
  const [{ method, path, body }] = ours.requests;
  const headers = { 'Content-Type': 'application/json' };
  const refused = await fetch(ours.url + path, { method, headers, body });
  assert.equal(refused.status, 401);
}

async function ask(url, { path, ...init }) {
  const response = await fetch(url + path, init);
  const answer = await response.json();
  if (!response.ok || answer.errors) throw new Error(`${url}${path}: ${JSON.stringify(answer)}`);
  return answer;
}

export const fromOurs = ({ firmographics, technologies, ...company }) => ({
  ...company,
  ...firmographics,
  technologies: comparable(technologies?.edges.map(({ node, ...edge }) => ({ ...node, ...edge }))),
});

export const fromTheirs = ({ technologies, ...company }) => ({
  ...company,
  technologies: comparable(
    technologies?.edges.map(({ node: { technology, ...detection } }) => ({ ...technology, ...detection })),
  ),
});

/** REST leaves out what is not known, and has all technologies. */
export function fromRest({ firmographics, technologies, ...company }, expected) {
  const unknown = Object.fromEntries(FACTS.split(' ').map((name) => [name, null]));
  const { company_id, domains, investors, ...core } = company;
  return {
    ...toCamelCase(core),
    ...unknown,
    ...toCamelCase(firmographics),
    technologies:
      expected.technologies && comparable((technologies ?? []).slice(0, TECHNOLOGIES).map(toCamelCase)),
  };
}

const toCamelCase = (object) =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  );

/** Times in milliseconds. Of technologies with as many detections as the last one, any may be shown: they are left out. */
function comparable(technologies) {
  if (!technologies) return undefined;
  const last = technologies.length < TECHNOLOGIES ? undefined : technologies.at(-1).detectionCount;
  return technologies
    .filter(({ detectionCount }) => detectionCount !== last)
    .map(({ firstSeen, lastSeen, ...rest }) => ({
      ...rest,
      firstSeen: Date.parse(firstSeen),
      lastSeen: Date.parse(lastSeen),
    }))
    .sort((a, b) => b.detectionCount - a.detectionCount || (a.techKey < b.techKey ? -1 : 1));
}
