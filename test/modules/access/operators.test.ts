import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer, codes, problem } from '../../harness/errors.ts';
import { untilWaiting } from '../../harness/locks.ts';
import type { Tenant } from '../../harness/service.ts';
import { useService, useTenant } from '../../harness/use-service.ts';
import { createAdmin } from './support.ts';

const { service, tenant: customer, beside } = useService('customer', { credits: 10 });
const office = useTenant(service, 'office');
const elsewhere = beside();

beforeAll(() => service.admin.setOperator(office.email, true));

const INSTALLATION = '{ installation { __typename } }';
const GRANT = `mutation ($input: GrantCreditsInput!) {
  grantCredits(input: $input) { organization { creditBalance } } }`;
const credits = (to: Tenant) => `/v1/installation/organizations/${to.organizationId}/credits`;

async function balance(): Promise<number> {
  const { rows } = await service.database.pool.query(
    'SELECT credit_balance FROM organization WHERE id = $1',
    [customer.organizationId],
  );
  return rows[0].credit_balance;
}

async function audit(userId: number) {
  const { rows } = await service.database.pool.query(
    `SELECT action, organization_id, actor_id, operator, details FROM admin_event
     WHERE action LIKE 'operator%' AND details ->> 'user_id' = $1 ORDER BY id`,
    [String(userId)],
  );
  return rows;
}

describe('an operator', () => {
  it('is made and revoked by the command line, once each in the audit log', async () => {
    const { userId, email } = await service.createColleague(office, 'Olga');
    for (const isOperator of [true, true, false, false])
      expect(await service.admin.setOperator(` ${email.toUpperCase()} `, isOperator)).toMatchObject({
        id: userId,
        isOperator,
      });
    const entry = { organization_id: office.organizationId, actor_id: null, operator: 'unknown' };
    const details = { user_id: userId, email };
    expect(await audit(userId)).toEqual([
      { ...entry, action: 'operator_granted', details },
      { ...entry, action: 'operator_revoked', details },
    ]);
  });

  it('is refused on every process from the moment of the revocation', async () => {
    const { email, userKey } = await service.createColleague(office, 'Paul');
    for (const isOperator of [true, false, true, false]) {
      await service.admin.setOperator(email, isOperator);
      for (const process of [service, elsewhere]) {
        const response = await process.graphql(userKey, INSTALLATION);
        expect(codes(response)).toEqual(isOperator ? [] : ['INSUFFICIENT_ACCESS']);
        expect(response.body.data).toEqual({
          installation: isOperator ? { __typename: 'Installation' } : null,
        });
      }
    }
  });

  it('cannot finish a change after the revocation, which waits for one that has begun', async () => {
    const { email, userKey } = await service.createColleague(office, 'Quinn');
    await service.admin.setOperator(email, true);
    const before = await balance();
    const client = await service.database.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM organization WHERE id = $1 FOR UPDATE', [customer.organizationId]);
    const grant = service.rest(userKey).post(credits(customer), { amount: 5 });
    const granted = grant.then(({ status }) => status);
    await untilWaiting(service.database, 1);
    let isRevoked = false;
    const revoked = service.admin.setOperator(email, false).then(() => {
      isRevoked = true;
    });
    await untilWaiting(service.database, 2);
    expect(isRevoked).toBe(false);
    await client.query('COMMIT');
    client.release();
    expect(await granted).toBe(201);
    await revoked;
    expect((await service.rest(userKey).post(credits(customer), { amount: 5 })).status).toBe(403);
    expect(await balance()).toBe(before + 5);
  });

  it('who is disabled, or whose key is revoked, changes nothing, not even in a process that knows the key', async () => {
    const before = await balance();
    const [first, second] = [
      await createAdmin(service, office, 'Rita'),
      await createAdmin(service, office, 'Sam'),
    ];
    for (const { email, userKey } of [first, second]) {
      await service.admin.setOperator(email, true);
      expect(codes(await elsewhere.graphql(userKey, INSTALLATION))).toEqual([]);
    }
    await service.rest(office.userKey).patch(`/v1/account/users/${first.userId}`, { disabled: true });
    await service.rest(office.userKey).delete(`/v1/keys/${second.keyId}`);
    const input = { organizationId: customer.organizationId, amount: 1 };
    for (const { userKey } of [first, second])
      expect(codes(await elsewhere.graphql(userKey, GRANT, { input }))).toEqual(['INVALID_API_KEY']);
    expect(codes(await elsewhere.graphql(first.userKey, INSTALLATION))).toEqual(['INSUFFICIENT_ACCESS']);
    expect(await balance()).toBe(before);
  });

  it('can ask whether they are one, as everybody can', async () => {
    const { email, userKey } = await createAdmin(service, customer, 'Tom');
    await service.admin.setOperator(email, true);
    const isOperator = async (key: string) =>
      (await service.graphql(key, '{ viewer { operator } }')).body.data.viewer.operator;
    const keys = [userKey, customer.userKey, customer.orgKey];
    expect(await Promise.all(keys.map(isOperator))).toEqual([true, false, false]);
    await service.admin.setOperator(email, false);
    expect(await isOperator(userKey)).toBe(false);
  });
});

describe('an admin', () => {
  it('of an organization is no operator, and is told who makes one', async () => {
    const message =
      'Only an operator of the installation can do this. The person who runs the service makes one with: user operator --email ADDRESS';
    const refused = problem(403, 'insufficient_access', message);
    const rest = service.rest(customer.userKey);
    for (const path of ['flags', 'installation/organizations', 'installation/imports', 'installation/checks'])
      expect(answer(await rest.get(`/v1/${path}`))).toEqual(refused);
    expect(answer(await rest.post(credits(customer), { amount: 5 }))).toEqual(refused);
  });
});
