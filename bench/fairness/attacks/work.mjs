import { sendInTurns } from '../http.mjs';

const FIELDS = ['technology', 'technology_category', 'investor', 'industry', 'country', 'employee_range'];
const TREE =
  '{ registry_version: "1", root: { condition: { field: "technology_count", operator: "gte", values: [0] } } }';

const aliases = (count, selectionOf) =>
  Array.from({ length: count }, (_, n) => `a${n}: ${selectionOf(n)}`).join(' ');
const graphql = (query, key, variables) => ({
  method: 'POST',
  path: '/graphql',
  key,
  body: JSON.stringify({ query, variables }),
});

const work = (name, clients, callOf, { users = 1 } = {}) => ({
  name,
  finding: 8,
  grownMb: 300,
  run: ({ keys, sender, prepared, until }) =>
    sendInTurns(sender, clients, until, (n) => callOf(n, keys[n % users], prepared)),
});

const breakdowns = (n) =>
  `{ previewCount(definitionJson: ${TREE}) { ${aliases(90, (each) => `breakdown(field: "${FIELDS[(n + each) % FIELDS.length]}", first: 20) { value count }`)} } }`;

/** Each search has another text. */
const searches = (n, count) =>
  `query ($id: ID!) { list(listId: $id) { ${aliases(count, (each) => `members(first: 10, search: "${textOf(n * count + each)}") { totalCount }`)} } }`;

const textOf = (n) => n.toString(36).padStart(3, 'e').slice(-3);

/** Responses of tens of megabytes within the cost limit: leaves are free. */
const NAMES = 'name slug primaryDomain domains investors companyId id';
const large = (count) =>
  `query ($id: ID!) { list(listId: $id) { ${aliases(count, (n) => `members(first: 1000, offset: ${n * 1000}) { edges { cursor node { tier source companyId company { ${aliases(15, () => 'name')} ${NAMES} firmographics { industry country foundedYear } } } } }`)} } }`;

export const WORK = [
  work('breakdowns-90', 4, (n, key) => graphql(breakdowns(n), key)),
  work('breakdowns-90-five-users', 8, (n, key) => graphql(breakdowns(n), key), { users: 5 }),
  work('searches-190', 4, (n, key, { lists }) => graphql(searches(n, 190), key, { id: lists.everything })),
  work(
    'searches-rest',
    16,
    (n, key, { lists }) => ({
      path: `/v1/lists/${lists.everything}/members?limit=1000&search_name_or_domain=${textOf(n)}`,
      key,
    }),
    { users: 5 },
  ),
  work('answers-large', 4, (_n, key, { lists }) => graphql(large(10), key, { id: lists.everything })),
  work(
    'refreshes',
    8,
    (_n, key, { lists }) => ({ method: 'POST', path: `/v1/lists/${lists.everything}/materialize`, key }),
    {
      users: 5,
    },
  ),
  work(
    'add-domains-100',
    100,
    (n, key, { lists, domains }) => ({
      method: 'POST',
      // Equal domains alternate between added and excluded, so that every call writes.
      path: `/v1/lists/${lists.domains}/${n % 2 === 0 ? 'domains' : 'excluded-domains'}`,
      key,
      body: JSON.stringify({ domains }),
    }),
    { users: 5 },
  ),
];
