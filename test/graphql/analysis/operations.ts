/** An operation whose cost is pinned by costs.test.ts. */
export interface PinnedOperation {
  query: string;
  variables?: Record<string, unknown>;
  /** Name of the operation, if the document has several. */
  name?: string;
}

const condition = (operator: string, count: number) => ({
  condition: { field: 'technology', operator, values: Array.from({ length: count }, (_, i) => `t${i}`) },
});

/** A filter of four conditions, one of them a text pattern. */
export const DEFINITION = {
  registry_version: '1',
  root: {
    and: [
      condition('any_of', 3),
      { or: [condition('any_of', 40), { not: condition('contains', 2) }] },
      { condition: { field: 'country', operator: 'is_known' } },
    ],
  },
};

/** Every tenth company has three values in a list, of which the second and the third are priced as well. */
const valuesOf = (companies: number) =>
  Array.from({ length: companies }, (_, i) => ({
    identifier: `a${i}.example`,
    fields: { 'org.score': i, ...(i % 10 === 9 ? { 'org.tags': ['a', 'b', 'c'] } : {}) },
  }));

/** Variables of the saved documents: small ones, and large ones with every option on. */
export const SAVED_VARIABLES = {
  small: {
    limit: 1,
    companies: 1,
    days: 1,
    domains: ['a.example'],
    values: valuesOf(1),
    rows: [{ domain: 'a.example' }],
    sets: [{ listId: '1' }, { listId: '2' }],
    max_conditions: 4,
    strictness: 'BALANCED',
    with_pair: true,
    with_category: false,
    technologies: false,
    firmographics: false,
    fields: false,
    inputs: false,
    charge: false,
    created_keys: false,
    reasons: false,
    funnel: false,
    with_sample: false,
    breakdown: [],
    with_breakdowns: false,
    with_partners: false,
  },
  large: {
    limit: 1000,
    domains: Array.from({ length: 70 }, (_, i) => `a${i}.example`),
    values: valuesOf(1000),
    sets: Array.from({ length: 20 }, (_, i) =>
      i % 2 === 0 ? { listId: '1' } : { name: 'draft', definitionJson: DEFINITION },
    ),
    max_conditions: 6,
    strictness: 'STRICT',
    with_pair: false,
    with_category: true,
    rows: Array.from({ length: 1000 }, (_, i) => ({ name: `Acme ${i}`, domain: `a${i}.example` })),
    definition: DEFINITION,
    technologies: true,
    firmographics: true,
    fields: true,
    inputs: true,
    charge: true,
    created_keys: true,
    reasons: true,
    search: 'ab',
    search_name_or_domain: 'ab',
    force_refresh: true,
    companies: 1000,
    days: 400,
    funnel: true,
    sample: 25,
    with_sample: true,
    breakdown_limit: 250,
    breakdown: Array.from({ length: 10 }, () => 'country'),
    with_breakdowns: true,
    with_partners: true,
  },
};

/** Returns `fields` as the fragment F0, which includes them 2^doublings times. */
function doubled(doublings: number, fields: string): string {
  const bodies = Array.from({ length: doublings }, (_, i) => `...F${i + 1} ...F${i + 1}`);
  return [...bodies, fields].map((body, i) => `fragment F${i} on Query { ${body} }`).join(' ');
}

const LITERAL_DEFINITION =
  '{ registryVersion: "1", root: { and: [{ condition: { field: NAME, operator: CONTAINS, values: ["ab", "cd"] } }, { condition: { field: COUNTRY, operator: ANY_OF, values: ["DE"] } }] } }';

const BRANCHES = `query ($with: Boolean!, $without: Boolean = true, $first: Int = 7) {
  viewer { user { name } }
  all: companies(search: "ab", first: $first) @include(if: $with) @skip(if: false) { edges { node { name } } }
  ...F @skip(if: $without)
  ... @include(if: false) { lists { edges { node { name } } } }
} fragment F on Query { companies(search: "ab", first: $first) { edges { node { firmographics { country } } } } }`;

const WORK = `query Work($lists: Int = 10, $refresh: Boolean) {
  lists(first: $lists) { edges { node { name
    members(first: 100, forceRefresh: $refresh) { totalCount edges { cursor node { tier reasons { met } company { name
      partnerships(first: 10) { edges { node { partnerName } } }
      tech: technologies(first: 2000) { edges { node { displayName } } } } } } } } } }
}`;

export const OPERATIONS: Record<string, PinnedOperation> = {
  leaf: { query: '{ __typename }' },
  'root leaf of a mutation': { query: 'mutation { __typename }' },
  viewer: {
    query:
      '{ viewer { user { name } organization { name quotas { limit } usage(days: 7) { day } } apiKeys { edges { node { usage { day } } } } } }',
  },
  'usage by variable': {
    query: 'query ($days: Int) { viewer { organization { usage(days: $days) { day } } } }',
    variables: { days: 1000 },
  },
  'page without first': {
    query: '{ companies(search: "ab") { totalCount edges { node { name } } pageInfo { endCursor } } }',
  },
  'page of null': {
    query: 'query ($n: Int = 6) { companies(search: "ab", first: $n) { edges { node { name } } } }',
    variables: { n: null },
  },
  'page by default': {
    query: 'query ($n: Int = 6) { companies(search: "ab", first: $n) { edges { node { name } } } }',
  },
  'page by a wrong variable': {
    query: 'query ($n: Int) { companies(search: "ab", first: $n) { edges { node { name } } } }',
    variables: { n: { a: 1 } },
  },
  'page from the end': { query: '{ lists(last: 5) { edges { node { owner { name } } } } }' },
  'page beyond its maximum': { query: '{ lists(first: 99999) { edges { node { owner { name } } } } }' },
  'pages side by side': {
    query:
      '{ a: companies(search: "ab", first: 20) { edges { node { name } } } b: companies(search: "cd", first: 900) { edges { node { technologies(first: 5000) { totalCount } } } } }',
  },
  'work of the documentation': { query: WORK },
  'work with refresh': { query: WORK, variables: { lists: 3, refresh: true } },
  'too much work': { query: WORK, variables: { lists: 1000, refresh: true } },
  'members searched': {
    query:
      '{ list(listId: 1) { members(first: 10, search: "ab", forceRefresh: true) { edges { node { tier } } } again: members(forceRefresh: false) { totalCount } } }',
  },
  'list in depth': {
    query: `{ list(listId: 1) { owner { name } permissions { edges { node { user { name } } } } versions(first: 3) { edges { node { author { name } } } }
      explain(identifier: "acme") { member conditions { met } }
      changes(sinceMaterializationId: 1) { entered(first: 5) { edges { node { company { name } } } } left { edges { node { from } } } } exportEstimate { creditsRequired } } }`,
  },
  fragments: {
    query: `{ ...Q ...Q a: viewer { ...V } } fragment Q on Query { viewer { ...V } ... on Query { lists(first: 2) { edges { node { ...L } } } } }
      fragment V on Viewer { user { called: name } ... { organization { name } } } fragment L on List { name owner { name } }`,
  },
  'types of a node': {
    query: `query ($ids: [ID!]!) { node(id: "x") { __typename id ... on List { explain(identifier: "a") { member } } }
      nodes(ids: $ids) { ... on Company { ...C } ... on List { owner { name } } } } fragment C on Company { technologies(first: 4) { edges { node { techKey } } } }`,
    variables: { ids: ['a', 'b', 'c'] },
  },
  'conditions met': { query: BRANCHES, variables: { with: true, without: false } },
  'conditions not met': { query: BRANCHES, variables: { with: false } },
  'conditions of a wrong type': { query: BRANCHES, variables: { with: 'true', without: null, first: 30 } },
  'directives everywhere': {
    query: `query ($a: Boolean = true) { viewer @include(if: $a) { ...V @skip(if: false) ... @include(if: true) { user { name @skip(if: $a) } } } }
      fragment V on Viewer { user { name @include(if: $a) } }`,
  },
  'preview of literals': {
    query: `{ previewCount(definition: ${LITERAL_DEFINITION}) { exactCount tierCounts { high } funnel { exactCount } breakdown(field: "country", first: 30) { count } } }`,
  },
  'preview by variable': {
    query:
      'query ($d: JSON) { previewCount(definitionJson: $d) { count a: breakdown(field: "country") { count } } }',
    variables: { d: DEFINITION },
  },
  'preview inside a list': {
    query:
      'query ($d: JSON) { list(listId: 1) { name previewDefinition(definitionJson: $d) { count addedSample { name } } } }',
    variables: { d: DEFINITION },
  },
  'filter catalogue': {
    query:
      '{ filterFields { fields { key values { value } } operators { values { max } } } filterFieldValues(field: "country", search: "de") { edges { node { label } } } }',
  },
  'limits alone': { query: '{ rateLimit { limited } again: rateLimit { classes { limit } } }' },
  'limits and more': { query: '{ rateLimit { limited } viewer { user { name } } }' },
  'estimate of an enrichment': {
    query: 'query ($domains: [String!]!) { estimateEnrichment(domains: $domains) { creditsRequired } }',
    variables: { domains: ['a.example', 'b.example'] },
  },
  'dry run': { query: '{ operationCost(query: "{ __typename }") { depth } }' },
  enrichment: {
    query: `mutation ($domains: [String!]!) { enrichPartnerships(input: { domains: $domains }) {
      results { company { name technologies(first: 3) { totalCount } } partnerships { partnerName } } } }`,
    variables: { domains: ['a.example', 'b.example', 'c.example'] },
  },
  'change of a definition': {
    query: `mutation ($d: JSON) { createList(input: { name: "New", definitionJson: $d }) { list { name } }
      replaceDefinition(input: { listId: 1, definitionJson: $d }) { list { owner { name } } } }`,
    variables: { d: DEFINITION },
  },
  'input by variable': {
    query: 'mutation ($input: AddDomainsInput!) { addDomains(input: $input) { added } }',
    variables: { input: { listId: 1, domains: Array.from({ length: 300 }, (_, i) => `a${i}.example`) } },
  },
  'mutations of several classes': {
    query: `mutation { materializeList(input: { listId: 1 }) { list { members { totalCount } } counts { total } }
      exportList(input: { listId: 1 }) { __typename } b: deleteList(input: { listId: 2 }) { deletedId } }`,
  },
  subscription: {
    query:
      'subscription { listChanged(listId: 1) { list { name members(first: 5) { edges { node { tier } } } } } }',
  },
  'first of two operations': {
    query:
      'query A { viewer { user { name } } } mutation B { deleteList(input: { listId: 1 }) { __typename } }',
    name: 'A',
  },
  'second of two operations': {
    query:
      'query A { viewer { user { name } } } mutation B { deleteList(input: { listId: 1 }) { __typename } }',
    name: 'B',
  },
  'introspection of a type': {
    query:
      '{ __type(name: "List") { ...T } s: __schema { directives { args { name } } } } fragment T on __Type { fields { args { name type { name ofType { name } } } } inputFields { name } enumValues { name } possibleTypes { name } }',
  },
  'fragments that double': {
    query: `{ ...F0 } ${doubled(30, 'a: companies(search: "ab") @include(if: true) { totalCount }')}`,
  },
  'fragments beyond all numbers': {
    query: `query ($first: Int, $on: Boolean!) { ...F0 } ${doubled(300, 'companies(search: "ab", first: $first) @include(if: $on) { totalCount }')}`,
    variables: { first: 10, on: true },
  },
  'alike fields of one selection': {
    query: `{ ${Array.from({ length: 40 }, (_, i) => `a${i}: previewCount { breakdown(field: "country") { count } }`).join(' ')} viewer { user { name } } }`,
  },
};
