import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer, invalid, problem } from '../../harness/errors.ts';
import { readBooks } from '../../harness/ledger.ts';
import type { Tenant } from '../../harness/service.ts';
import { useService, useTenant } from '../../harness/use-service.ts';
import { createList, KUBERNETES } from '../lists/operations.ts';

const { service, tenant: customer } = useService('customer', { credits: 10 });
const office = useTenant(service, 'office', 0);
let colleague: { userId: number; userKey: string };

beforeAll(async () => {
  await service.admin.setOperator(office.email, true);
  colleague = await service.createColleague(customer, 'Mia');
  await createList(service, customer.userKey, 'First', { ...KUBERNETES, root: null });
  await createList(service, colleague.userKey, 'Second', { ...KUBERNETES, root: null });
});

const operator = () => service.rest(office.userKey);
const PATH = '/v1/installation/organizations';
const creditsOf = (id: number | string) => `${PATH}/${id}/credits`;
const now = () => service.clock.now().toISOString();

/** A tenant as operators see it over REST: an admin, a key of each kind. */
const shown = ({ organizationId, name }: Tenant, more: object = {}) => ({
  organization_id: organizationId,
  name,
  credit_balance: 0,
  user_count: 1,
  key_count: 2,
  list_count: 0,
  created_at: now(),
  ...more,
});
const customerNow = () => shown(customer, { credit_balance: 10, user_count: 2, key_count: 3, list_count: 2 });

/** Grants of credits in the audit log about an organization, those of the command line left out. */
async function grantsTo({ organizationId }: Tenant) {
  const { rows } = await service.database.pool.query(
    `SELECT actor_id, key_id IS NOT NULL AS "hasKey", operator, details FROM admin_event
     WHERE action = 'credits_granted' AND organization_id = $1 AND operator IS NULL ORDER BY id`,
    [organizationId],
  );
  return rows;
}

describe('the organizations of an installation', () => {
  it('are shown to operators, with what they have and nothing of it', async () => {
    expect(answer(await operator().get(PATH))).toEqual({
      status: 200,
      body: {
        organizations: [customerNow(), shown(office)],
        total: 2,
        limit: 100,
        offset: 0,
        next_cursor: null,
      },
    });
  });

  it('count neither the keys of disabled users, nor revoked keys, nor sessions', async () => {
    const other = await service.createTenant('other', 3);
    const { userId } = await service.createColleague(other, 'Nora');
    const { body } = await service.rest(other.userKey).post('/v1/keys', { kind: 'user' });
    const keyCount = async () => (await operator().get(`${PATH}?offset=2`)).body.organizations[0].key_count;
    expect(await keyCount()).toBe(4);
    await service.rest(other.userKey).patch(`/v1/account/users/${userId}`, { disabled: true });
    expect(await keyCount()).toBe(3);
    await service.rest(other.userKey).delete(`/v1/keys/${body.key_id}`);
    expect(await keyCount()).toBe(2);
    await service.database.pool.query(
      `INSERT INTO api_key (kind, organization_id, user_id, prefix, hash, signed_in_by)
       VALUES ('user', $1, $2, '', 'session', 'key')`,
      [other.organizationId, other.userId],
    );
    expect(await keyCount()).toBe(2);
  });
});

describe('a grant of credits', () => {
  it('adds them, with an entry of the ledger and the operator in the audit log', async () => {
    const to = await service.createTenant('granted', 10);
    const granted = answer(await operator().post(creditsOf(to.organizationId), { amount: 90 }));
    expect(await readBooks(service.database.pool, to.organizationId)).toMatchObject({
      balance: 100,
      ledger: 100,
    });
    const { entries } = (await service.rest(to.userKey).get('/v1/account/ledger?limit=1')).body;
    const entry = {
      entry_id: expect.any(Number),
      kind: 'grant',
      amount: 90,
      balance_after: 100,
      at: now(),
      companies: [],
    };
    expect(entries).toEqual([entry]);
    expect(granted).toEqual({ status: 201, body: entries[0] });
    const details = { amount: 90, balance_after: 100 };
    expect(await grantsTo(to)).toEqual([{ actor_id: office.userId, hasKey: true, operator: null, details }]);
  });

  it('is answered over GraphQL with the entry of the ledger and the organization', async () => {
    const to = await service.createTenant('typed', 1);
    const query = `mutation { grantCredits(input: { organizationId: ${to.organizationId}, amount: 4 }) {
      entry { entryId kind amount balanceAfter at apiKey { keyId } user { name } requestId companies { totalCount } }
      organization { organizationId creditBalance } } }`;
    const { body } = await service.graphql(office.userKey, query);
    const { entries } = (await service.rest(to.userKey).get('/v1/account/ledger?limit=1')).body;
    expect(body.data.grantCredits).toEqual({
      entry: {
        entryId: entries[0].entry_id,
        kind: 'GRANT',
        amount: 4,
        balanceAfter: 5,
        at: now(),
        apiKey: null,
        user: null,
        requestId: null,
        companies: { totalCount: 0 },
      },
      organization: { organizationId: to.organizationId, creditBalance: 5 },
    });
  });

  it('adds up when two operators grant at once', async () => {
    const to = await service.createTenant('parallel', 0);
    const second = await service.createColleague(office, 'second');
    await service.admin.setOperator(second.email, true);
    const keys = [office.userKey, second.userKey, office.userKey, second.userKey];
    const sent = keys.map((key) => service.rest(key).post(creditsOf(to.organizationId), { amount: 5 }));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await readBooks(service.database.pool, to.organizationId)).toMatchObject({
      balance: 20,
      ledger: 20,
    });
    expect((await grantsTo(to)).map(({ details }) => details.balance_after)).toEqual([5, 10, 15, 20]);
  });

  it.each<[string, unknown, string]>([
    ['nothing', 0, 'must be at least 1'],
    ['a negative number', -5, 'must be at least 1'],
    ['a fraction', 1.5, 'must be a whole number'],
    ['more than a billion', 1_000_000_001, 'must be at most 1000000000'],
    ['a text', '5', 'must be a whole number'],
  ])('of %s is refused over REST', async (_name, amount, message) => {
    const response = await operator().post(creditsOf(customer.organizationId), { amount });
    expect(answer(response)).toEqual(invalid('/amount', message));
    expect((await readBooks(service.database.pool, customer.organizationId)).balance).toBe(10);
  });

  it.each([0, 1_000_000_001])('of %d is refused over GraphQL', async (amount) => {
    const query = `mutation { grantCredits(input: { organizationId: ${customer.organizationId}, amount: ${amount} }) {
      organization { name } } }`;
    const { body } = await service.graphql(office.userKey, query);
    const message = 'must be from 1 to 1000000000';
    expect(body.errors).toMatchObject([
      { extensions: { code: 'VALIDATION_ERROR', errors: [{ pointer: '/amount', message }] } },
    ]);
    expect((await readBooks(service.database.pool, customer.organizationId)).balance).toBe(10);
  });

  it('is refused where the balance would be more than can be stored', async () => {
    const to = await service.createTenant('rich', 1_000_000_000);
    const send = () => operator().post(creditsOf(to.organizationId), { amount: 1_000_000_000 });
    expect((await send()).body.balance_after).toBe(2_000_000_000);
    const message = 'must leave the balance at most 2147483647; it is 2000000000';
    expect(answer(await send())).toEqual(invalid('/amount', message));
    await expect(service.admin.grantCredits('rich', 1_000_000_000)).rejects.toThrow(
      'the balance would exceed 2147483647 credits, so nothing was granted',
    );
    expect(await readBooks(service.database.pool, to.organizationId)).toMatchObject({
      balance: 2_000_000_000,
      ledger: 2_000_000_000,
    });
  });

  it('names an organization that exists', async () => {
    const missing = problem(404, 'organization_not_found', 'Organization not found.');
    for (const id of [999_999, 'seven'])
      expect(answer(await operator().post(creditsOf(id), { amount: 5 }))).toEqual(missing);
  });
});
