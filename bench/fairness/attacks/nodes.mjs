import { sendInTurns } from '../http.mjs';

const DOCUMENT = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id
  ... on Company { name partnershipCount } ... on List { name definition } ... on ApiKey { label lastUsedAt } } }`;

const globalId = (type, id) => Buffer.from(`${type}:${id}`).toString('base64');

/** Ids of which about half exist. */
function ids(types, count, companies, start) {
  return Array.from({ length: count }, (_, index) => {
    const type = types[index % types.length];
    const id = type === 'Company' ? 1 + ((start + index * 7) % companies) : 1 + ((start + index) % 2_000);
    return globalId(type, id);
  });
}

const nodes = (name, types, count, { users = 1 } = {}) => ({
  name,
  finding: 6,
  grownMb: 300,
  run: ({ keys, sender, prepared, until }) => {
    const bodies = Array.from({ length: 20 }, (_, n) =>
      JSON.stringify({
        query: DOCUMENT,
        variables: { ids: ids(types, count, prepared.companies, n * count) },
      }),
    );
    return sendInTurns(sender, 4, until, (n) => ({
      method: 'POST',
      path: '/graphql',
      key: keys[n % users],
      body: bodies[n % bodies.length],
    }));
  },
});

const ALL = ['Company', 'List', 'ApiKey', 'User', 'DataFlag', 'Organization'];

export const NODES = [
  nodes('nodes-50000', ALL, 38_000),
  nodes('nodes-50000-companies', ['Company'], 45_000),
  nodes('nodes-1000', ALL, 1_000, { users: 5 }),
  nodes('nodes-1000-lists', ['List'], 1_000),
  nodes('nodes-1000-keys', ['ApiKey'], 1_000),
];
