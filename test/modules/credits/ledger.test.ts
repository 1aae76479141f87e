import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { seedPlain } from '../../harness/seed.ts';
import { type Colleague, START } from '../../harness/service.ts';
import { codeFor, send, signIn } from '../../harness/sessions.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';

const { service, tenant } = useService('ledger', { credits: 100, tenantPerTest: true });
let member: Colleague;

beforeAll(async () => {
  for (const slug of ['one', 'two', 'three']) await seedPlain(service.database.pool, slug);
});
beforeEach(async () => {
  member = await service.createColleague(tenant, 'member');
});

const enrich = async (key: string, requestId: string, ...slugs: string[]) => {
  const domains = slugs.map((slug) => `${slug}.example`);
  const { status } = await service
    .rest(key)
    .post('/v1/enrich/partnerships', { domains })
    .set('X-Request-Id', requestId);
  expect(status).toBe(200);
};
const FIELDS = 'kind amount balanceAfter requestId';
const ask = async (key: string, selection: string) => {
  const response = await service.graphql(key, `{ viewer { organization { ${selection} } } }`);
  expect(response.body.errors).toBeUndefined();
  return response.body.data.viewer.organization;
};
const requestsSeenBy = async (key: string) => {
  const { creditEntries } = await ask(key, 'creditEntries { totalCount edges { node { requestId } } }');
  const ids = creditEntries.edges.map(({ node }: { node: { requestId: string | null } }) => node.requestId);
  expect(creditEntries.totalCount).toBe(ids.length);
  return ids;
};

describe('the ledger', () => {
  it('shows what each entry paid for, newest first', async () => {
    await enrich(tenant.userKey, 'first-request', 'two', 'one');
    const { creditEntries } = await ask(
      tenant.userKey,
      `creditEntries { totalCount edges { node { entryId ${FIELDS} at apiKey { user { name } kind } user { name }
        companies { totalCount edges { node { slug } } pageInfo { hasNextPage } } } } }`,
    );
    expect(creditEntries).toEqual({
      totalCount: 2,
      edges: [
        {
          node: {
            entryId: expect.any(Number),
            kind: 'ENRICHMENT',
            amount: -2,
            balanceAfter: 98,
            requestId: 'first-request',
            at: START,
            apiKey: { user: { name: 'Ada' }, kind: 'USER' },
            user: { name: 'Ada' },
            companies: {
              totalCount: 2,
              edges: [{ node: { slug: 'one' } }, { node: { slug: 'two' } }],
              pageInfo: { hasNextPage: false },
            },
          },
        },
        {
          node: {
            entryId: expect.any(Number),
            kind: 'GRANT',
            amount: 100,
            balanceAfter: 100,
            requestId: null,
            at: START,
            apiKey: null,
            user: null,
            companies: { totalCount: 0, edges: [], pageInfo: { hasNextPage: false } },
          },
        },
      ],
    });
  });

  it('is shown complete to admins, and to others as far as their own keys were charged', async () => {
    const stranger = await service.createTenant(`strangers-of-${tenant.name}`, 100);
    await enrich(tenant.userKey, 'by-admin', 'one');
    await enrich(member.userKey, 'by-member', 'two');
    await enrich(tenant.orgKey, 'by-org-key', 'three');
    await enrich(stranger.userKey, 'by-stranger', 'one');
    expect(await requestsSeenBy(tenant.userKey)).toEqual(['by-org-key', 'by-member', 'by-admin', null]);
    expect(await requestsSeenBy(member.userKey)).toEqual(['by-member']);
    expect(await requestsSeenBy(tenant.orgKey)).toEqual(['by-org-key']);
    expect(await requestsSeenBy(stranger.userKey)).toEqual(['by-stranger', null]);
  });

  it('shows no key to an organization key, which cannot read keys', async () => {
    await enrich(tenant.orgKey, 'by-org-key', 'three');
    const entries = 'creditEntries(first: 1) { edges { node { apiKey { kind } } } }';
    expect((await ask(tenant.orgKey, entries)).creditEntries.edges).toEqual([{ node: { apiKey: null } }]);
    expect((await ask(tenant.userKey, entries)).creditEntries.edges).toEqual([
      { node: { apiKey: { kind: 'ORG' } } },
    ]);
  });

  it('names who was charged, also by a session, to those who see the entry', async () => {
    await enrich(tenant.orgKey, 'by-org-key', 'one');
    await enrich(member.userKey, 'by-key', 'two');
    const cookie = await signIn(service, { code: await codeFor(service, member.userId) });
    const body = { domains: ['three.example'] };
    expect((await send(service, 'POST /v1/enrich/partnerships', { cookie, body })).status).toBe(200);
    const entries = 'creditEntries(first: 3) { edges { node { apiKey { kind } user { name userId } } } }';
    const by = (key: string | null, user: object | null) => ({
      node: { apiKey: key && { kind: key }, user },
    });
    const user = { name: 'member', userId: member.userId };
    const members = [by(null, user), by('USER', user)];
    expect((await ask(member.userKey, entries)).creditEntries.edges).toEqual(members);
    expect((await ask(tenant.userKey, entries)).creditEntries.edges).toEqual([...members, by('ORG', null)]);
    expect((await ask(tenant.orgKey, entries)).creditEntries.edges).toEqual([by(null, null)]);
    await service.rest(tenant.userKey).patch(`/v1/account/users/${member.userId}`, { disabled: true });
    expect((await ask(tenant.userKey, entries)).creditEntries.edges).toEqual([...members, by('ORG', null)]);
  });

  it('is paged by entries, and the companies of an entry by company', async () => {
    await enrich(member.userKey, 'a', 'one', 'two');
    await enrich(member.userKey, 'b', 'three');
    const page = async (args: string) =>
      (
        await ask(
          member.userKey,
          `creditEntries(first: 1${args}) { edges { node { requestId companies(first: 1) {
            edges { cursor node { slug } } pageInfo { hasNextPage } } } } pageInfo { hasNextPage endCursor } }`,
        )
      ).creditEntries;
    const newest = await page('');
    expect(newest.edges[0].node.requestId).toBe('b');
    // An entry that is added meanwhile does not shift the next page.
    await enrich(member.userKey, 'c', 'one', 'two', 'three');
    await service.admin.grantCredits(tenant.name, 5);
    const older = await page(`, after: "${newest.pageInfo.endCursor}"`);
    expect(older).toEqual({
      edges: [
        {
          node: {
            requestId: 'a',
            companies: {
              edges: [{ cursor: expect.any(String), node: { slug: 'one' } }],
              pageInfo: { hasNextPage: true },
            },
          },
        },
      ],
      pageInfo: { hasNextPage: false, endCursor: expect.any(String) },
    });
    const [{ cursor }] = older.edges[0].node.companies.edges;
    const { creditEntries } = await ask(
      member.userKey,
      `creditEntries(first: 1, after: "${newest.pageInfo.endCursor}") { edges { node { companies(after: "${cursor}") {
        edges { node { slug } } pageInfo { hasNextPage hasPreviousPage } } } } }`,
    );
    expect(creditEntries.edges[0].node.companies).toEqual({
      edges: [{ node: { slug: 'two' } }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
  });

  it('takes as many statements for many entries as for one', async () => {
    const query = `creditEntries { edges { node { apiKey { label user { name } } user { name } companies { edges { node { name } } } } } }`;
    await enrich(member.userKey, 'a', 'one');
    await ask(member.userKey, query);
    const one = await recordStatements(() => ask(member.userKey, query));
    await enrich(member.userKey, 'b', 'two');
    await enrich(member.userKey, 'c', 'three');
    const three = await recordStatements(() => ask(member.userKey, query));
    expect(three.result.creditEntries.edges).toHaveLength(3);
    expect(three.statements.length).toBe(one.statements.length);
    expect(three.statements.filter((sql) => sql.includes('company_ids'))).toHaveLength(1);
    expect(three.statements.filter((sql) => sql.includes('FROM company c'))).toHaveLength(1);
  });
});

describe('users of an organization', () => {
  it('are shown to every personal key, without disabled users', async () => {
    const gone = await service.createColleague(tenant, 'gone');
    await service.database.pool.query('UPDATE "user" SET disabled_at = now() WHERE id = $1', [gone.userId]);
    const users = 'users { totalCount edges { node { userId name email role } } pageInfo { hasNextPage } }';
    const { userId, name, email } = member;
    expect((await ask(member.userKey, users)).users).toEqual({
      totalCount: 2,
      edges: [
        { node: { userId: tenant.userId, name: 'Ada', email: tenant.email, role: 'ADMIN' } },
        { node: { userId, name, email, role: 'MEMBER' } },
      ],
      pageInfo: { hasNextPage: false },
    });
  });
});
