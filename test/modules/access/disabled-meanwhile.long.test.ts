import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { codes } from '../../harness/errors.ts';
import { lockTables } from '../../harness/locks.ts';
import { openConnection, requestText } from '../../harness/raw-http.ts';
import { type Colleague, startTestService, type Tenant } from '../../harness/service.ts';
import { seedSmallCatalogue } from '../filters/support.ts';
import { createList, KUBERNETES } from '../lists/operations.ts';
import { createAdmin, works } from './support.ts';

let tenant: Tenant;
let member: Colleague;
let made = 0;

const service = await startTestService();
const elsewhere = await startTestService({ beside: service });
await seedSmallCatalogue(service.database.pool);
afterAll(async () => {
  await elsewhere.close();
  await service.close();
});
beforeEach(async () => {
  made += 1;
  tenant = await service.createTenant(`leaving-${made}`, 100);
  member = await service.createColleague(tenant, 'Mia');
});

const disable = (userId: number, key = tenant.userKey) =>
  service.rest(key).patch(`/v1/account/users/${userId}`, { disabled: true });
const makeAdmin = (name: string) => createAdmin(service, tenant, name);

describe('a user who is disabled', () => {
  it.each([
    ['/v1/lists', { name: 'too late' }],
    ['/graphql', { query: 'mutation { createList(input: { name: "too late" }) { list { listId } } }' }],
  ])('while the body of a request to %s arrives changes nothing', async (path, content) => {
    const body = JSON.stringify(content);
    const socket = await openConnection(service.url);
    const headers = {
      'X-API-Key': member.userKey,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    };
    socket.write(requestText(`POST ${path}`, headers, body.slice(0, 1)));
    // A body that arrives sooner is not checked again.
    await sleep(1_100);
    expect((await disable(member.userId)).status).toBe(200);
    socket.write(body.slice(1));
    const [response] = await once(socket, 'data');
    socket.destroy();
    expect(String(response)).toMatch(/^HTTP\/1\.1 401 /);
    const { rows } = await service.database.pool.query('SELECT FROM list WHERE organization_id = $1', [
      tenant.organizationId,
    ]);
    expect(rows).toEqual([]);
  });

  it('and reads such a request to its end if nobody disabled them', async () => {
    const body = '{"name": "slow"}';
    const socket = await openConnection(service.url);
    const headers = { 'X-API-Key': member.userKey, 'Content-Length': body.length };
    socket.write(requestText('POST /v1/lists', headers, body.slice(0, 1)));
    await sleep(1_100);
    socket.write(body.slice(1));
    const [response] = await once(socket, 'data');
    socket.destroy();
    expect(String(response)).toMatch(/^HTTP\/1\.1 201 /);
  });

  it('loses a download within five seconds', async () => {
    const listId = await createList(service, member.userKey, 'Exported', KUBERNETES);
    const path = `/v1/lists/${listId}/export.csv`;
    expect((await service.rest(member.userKey).get(path)).status).toBe(200);
    const lock = await lockTables(service.database, 'company');
    try {
      const response = await fetch(service.url + path, {
        headers: { 'X-API-Key': member.userKey, 'Accept-Encoding': 'identity' },
      });
      expect(response.status).toBe(200);
      expect((await disable(member.userId)).status).toBe(200);
      await expect(response.text()).rejects.toThrow('terminated');
    } finally {
      await lock.release();
    }
  });

  it('cannot create, revoke, change or rotate keys, not even in a process that still knows their key', async () => {
    const [first, second] = [await makeAdmin('First'), await makeAdmin('Second')];
    expect(await works(elsewhere, second.userKey)).toBe(true);
    expect((await disable(second.userId, first.userKey)).status).toBe(200);
    const countKeys = async () =>
      (await service.database.pool.query('SELECT FROM api_key WHERE user_id = $1', [second.userId])).rowCount;
    const before = await countKeys();
    for (const mutation of [
      'createApiKey(input: { kind: USER })',
      `rotateApiKey(input: { keyId: ${second.keyId} })`,
      `revokeApiKey(input: { keyId: ${first.keyId} })`,
      `updateApiKey(input: { keyId: ${first.keyId}, label: "x" })`,
      `updateApiKey(input: { keyId: ${second.keyId}, label: "x" })`,
    ]) {
      const response = await elsewhere.graphql(
        second.userKey,
        `mutation { ${mutation} { apiKey { keyId } } }`,
      );
      expect(codes(response)).toEqual(['INVALID_API_KEY']);
    }
    expect([await works(service, first.userKey), await countKeys()]).toEqual([true, before]);
  });

  it('does not end in a deadlock with an admin who rotates keys meanwhile', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const admin = await makeAdmin(`Rotating${round}`);
      const target = await service.createColleague(tenant, `Target${round}`);
      const answers = await Promise.all([
        elsewhere.rest(admin.userKey).post(`/v1/keys/${admin.keyId}/rotate`, {}),
        disable(target.userId, admin.userKey),
        elsewhere.rest(tenant.userKey).patch(`/v1/account/users/${admin.userId}`, { disabled: true }),
      ]);
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => ![200, 201, 401].includes(status))).toEqual([]);
  });
});
