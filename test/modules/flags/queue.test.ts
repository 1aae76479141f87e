import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer, problem } from '../../harness/errors.ts';
import { deleteCompanies, mergeCompany } from '../../harness/retire.ts';
import { seedPlain } from '../../harness/seed.ts';
import type { Tenant } from '../../harness/service.ts';
import { raiseFlag, useReviewers } from './support.ts';

const { service, tenant, office, now, patch, reviewed } = useReviewers();

const NOT_AN_OPERATOR =
  'Only an operator of the installation can do this. The person who runs the service makes one with: user operator --email ADDRESS';
const REFUSED = problem(403, 'insufficient_access', NOT_AN_OPERATOR);

describe('the queue', () => {
  it('has the flags of all organizations, oldest first, by status and page by page', async () => {
    const rest = service.rest(office.userKey);
    const mine = await raiseFlag(service, office.orgKey, 'From the office.');
    const theirs = await raiseFlag(service, tenant.userKey, 'From reporters.');
    const all = (await rest.get('/v1/flags')).body;
    const ids = all.flags.map(({ flag_id }: { flag_id: number }) => flag_id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
    expect(all).toMatchObject({ total: ids.length, limit: 100, offset: 0, next_cursor: null });
    expect(all.flags.slice(-2)).toEqual([
      reviewed(mine, 'From the office.', {
        organization: { organization_id: office.organizationId, name: 'office' },
      }),
      reviewed(theirs, 'From reporters.'),
    ]);

    const waiting = (await rest.get('/v1/flags?status=queued')).body;
    const done = (await rest.get('/v1/flags?status=resolved')).body;
    expect(waiting.total + done.total).toBe(all.total);
    expect(new Set(waiting.flags.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['queued']),
    );
    const first = (await rest.get('/v1/flags?status=queued&limit=1')).body;
    expect(first.flags).toEqual(waiting.flags.slice(0, 1));
    const next = (await rest.get(`/v1/flags?status=queued&limit=1&cursor=${first.next_cursor}`)).body;
    expect(next.flags).toEqual(waiting.flags.slice(1, 2));
  });

  it('names companies that left the catalogue, which the reporter no longer sees', async () => {
    const gone = await seedPlain(service.database.pool, 'gone');
    const flagId = await raiseFlag(service, tenant.userKey, 'Bankrupt.', 'gone');
    await deleteCompanies(service.database.pool, 'gone');
    const last = (await service.rest(office.userKey).get('/v1/flags')).body.flags.at(-1);
    expect(last).toEqual(
      reviewed(flagId, 'Bankrupt.', {
        company_id: gone,
        company: undefined,
        flagged_company: {
          company_id: gone,
          name: 'GONE',
          primary_domain: 'gone.example',
          retired_at: expect.stringMatching(/Z$/),
        },
      }),
    );
    expect((await service.rest(tenant.userKey).get('/v1/account/flags')).body.flags[0]).toEqual({
      flag_id: flagId,
      status: 'queued',
      description: 'Bankrupt.',
      created_at: now(),
      company_id: gone,
    });
    // Nothing is known of it any more.
    await service.database.pool.query('DELETE FROM retired_company WHERE id = $1', [gone]);
    expect((await service.rest(office.userKey).get('/v1/flags')).body.flags.at(-1).flagged_company).toEqual({
      company_id: gone,
    });
  });

  it('has the survivor of a company that was merged', async () => {
    await seedPlain(service.database.pool, 'merged');
    const flagId = await raiseFlag(service, tenant.userKey, 'A double.', 'merged');
    await mergeCompany(service.database.pool, 'merged', 'acme');
    const last = (await service.rest(office.userKey).get('/v1/flags')).body.flags.at(-1);
    expect(last).toEqual(reviewed(flagId, 'A double.'));
  });

  it('does not tell people who may not resolve flags which ones exist', async () => {
    expect(answer(await patch(tenant.userKey, 999_999, { resolution: 'corrected' }))).toEqual(REFUSED);
  });
});

describe('the flags of a caller', () => {
  let team: Tenant;
  let member: { userKey: string; userId: number };
  const raised: Record<string, number> = {};

  beforeAll(async () => {
    team = await service.createTenant('team');
    member = await service.createColleague(team, 'Mia');
    raised.admin = await raiseFlag(service, team.userKey, 'By the admin.');
    raised.member = await raiseFlag(service, member.userKey, 'By the member.');
    raised.org = await raiseFlag(service, team.orgKey, 'By the organization.');
    const { key } = (await service.rest(member.userKey).post('/v1/keys', { kind: 'user' })).body;
    raised.second = await raiseFlag(service, key, 'By another key of the member.');
  });

  it.each<[string, () => string, readonly string[]]>([
    ['an admin sees all of the organization', () => team.userKey, ['second', 'org', 'member', 'admin']],
    ['a member sees those of their own keys', () => member.userKey, ['second', 'member']],
    ['an organization key sees its own', () => team.orgKey, ['org']],
  ])('%s, newest first', async (_name, keyOf, expected) => {
    const ids = expected.map((name) => raised[name] ?? 0);
    const { body } = await service.rest(keyOf()).get('/v1/account/flags');
    expect(body).toMatchObject({ total: ids.length, next_cursor: null });
    expect(body.flags.map(({ flag_id }: { flag_id: number }) => flag_id)).toEqual(ids);
  });

  it('do not show notes of earlier releases, which were for colleagues of the reviewer', async () => {
    const flagId = await raiseFlag(service, team.userKey, 'Old.');
    await service.database.pool.query(
      `UPDATE data_flag SET status = 'resolved', resolved_at = $2, resolution = 'ask Bob' WHERE id = $1`,
      [flagId, service.clock.now()],
    );
    const [flag] = (await service.rest(team.userKey).get('/v1/account/flags')).body.flags;
    expect(flag).toMatchObject({ flag_id: flagId, status: 'resolved', resolved_at: now() });
    expect(flag).not.toHaveProperty('note');
    const all = (await service.rest(office.userKey).get('/v1/flags')).body.flags;
    expect(all.at(-1)).toMatchObject({ flag_id: flagId, note: 'ask Bob' });
  });
});

describe('a flag over GraphQL', () => {
  const FIELDS =
    '{ __typename id flagId note company { slug } flaggedCompany { name } organization { name } }';
  const inViewer = `{ viewer { flags(first: 1) { edges { node ${FIELDS} } } } }`;
  const inQueue = `{ installation { flags(first: 1000) { edges { node ${FIELDS} } } } }`;
  const byId = `query ($id: ID!) { node(id: $id) { ... on DataFlag ${FIELDS} } }`;
  const dataOf = async (key: string, query: string, variables?: object) =>
    (await service.graphql(key, query, variables)).body.data;

  it('has one type and one global id for reporters and reviewers, and shows reporters less', async () => {
    const flagId = await raiseFlag(service, tenant.userKey, 'One flag.');
    const [raised] = (await dataOf(tenant.userKey, inViewer)).viewer.flags.edges;
    expect(raised.node).toEqual({
      __typename: 'DataFlag',
      id: Buffer.from(`DataFlag:${flagId}`).toString('base64'),
      flagId,
      note: null,
      company: { slug: 'acme' },
      flaggedCompany: null,
      organization: null,
    });
    const reviewed = {
      ...raised.node,
      flaggedCompany: { name: 'ACME' },
      organization: { name: 'reporters' },
    };
    const queue = (await dataOf(office.userKey, inQueue)).installation.flags.edges;
    expect(queue.at(-1)).toEqual({ node: reviewed });
    const { id } = raised.node;
    expect(await dataOf(tenant.userKey, byId, { id })).toEqual({ node: raised.node });
    expect(await dataOf(office.userKey, byId, { id })).toEqual({ node: reviewed });
    // Another organization sees nothing of it, and neither does the organization key of the operators.
    for (const key of [(await service.createTenant('others')).userKey, office.orgKey])
      expect(await dataOf(key, byId, { id })).toEqual({ node: null });
  });

  it('shows an operator no longer what reviewers see, once the right is taken', async () => {
    const flagId = await raiseFlag(service, tenant.userKey, 'Seen once.');
    const id = Buffer.from(`DataFlag:${flagId}`).toString('base64');
    const second = await service.createColleague(office, 'once');
    await service.admin.setOperator(second.email, true);
    expect((await dataOf(second.userKey, byId, { id })).node).toMatchObject({ flagId });
    await service.admin.setOperator(second.email, false);
    expect(await dataOf(second.userKey, byId, { id })).toEqual({ node: null });
  });
});
