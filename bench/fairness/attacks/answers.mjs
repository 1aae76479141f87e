import { COMPRESSED, holdUnread, toText } from '../http.mjs';

const CONNECTIONS = 50;
const PIPELINED = 4;

const MEMBERS = `query ($id: ID!) { list(listId: $id) { members(first: 1000) { edges { cursor node { tier company {
  name slug primaryDomain domains investors firmographics { industry country employeeRange foundedYear }
  technologies(first: 50) { edges { firstSeen lastSeen node { techKey displayName category } } } } } } } } }`;
const LISTS = `{ lists(first: 200) { edges { node { name definition owner { name email }
  auditLog(first: 100) { edges { node { action at details } } } } } } }`;

const graphql = (query, variables) => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});

const unread = (name, callOf, { users = 1 } = {}) => ({
  name,
  finding: 9,
  grownMb: 500,
  run: ({ url, keys, prepared, until, histogram }) =>
    holdUnread(url, CONNECTIONS, until, histogram, (number) => {
      const headers = number % 4 < 2 ? {} : COMPRESSED;
      const call = { ...callOf(prepared.lists, number), key: keys[number % users], headers };
      return toText(call).repeat(number % 2 === 0 ? 1 : PIPELINED);
    }),
});

export const ANSWERS = [
  unread('unread-members', ({ everything }) => graphql(MEMBERS, { id: everything })),
  unread('unread-members-five-users', ({ everything }) => graphql(MEMBERS, { id: everything }), { users: 5 }),
  unread('unread-lists', () => graphql(LISTS)),
  unread('unread-audit-log', ({ audit }) => ({ path: `/v1/lists/${audit}/audit-log?limit=1000` })),
  unread(
    'unread-rest',
    ({ audit, everything }, number) =>
      [
        { path: `/v1/lists/${audit}/audit-log?limit=1000` },
        { path: `/v1/lists/${audit}/domains?limit=1000` },
        { path: `/v1/lists/${everything}/members?limit=1000` },
        { path: '/v1/lists?limit=1000' },
      ][number % 4],
    { users: 5 },
  ),
];
