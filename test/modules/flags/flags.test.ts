import { beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../../src/config.ts';
import { answer, codes, invalid, problem } from '../../harness/errors.ts';
import { seedPlain } from '../../harness/seed.ts';
import type { Tenant } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';

const PATH = '/v1/companies/acme/flags';
const { service, tenant, beside } = useService('tenant');
let acme: number;

beforeAll(async () => {
  acme = await seedPlain(service.database.pool, 'acme');
});

async function stored(flagId: number) {
  const { rows } = await service.database.pool.query(
    'SELECT company_id, organization_id, user_id, description, status, created_at FROM data_flag WHERE id = $1',
    [flagId],
  );
  return rows[0];
}

const row = (description: string | null, userId: number | null) => ({
  company_id: acme,
  organization_id: tenant.organizationId,
  user_id: userId,
  description,
  status: 'queued',
  created_at: service.clock.now(),
});

describe('POST /v1/companies/{identifier}/flags', () => {
  it.each<[string, object | string | undefined, string | null]>([
    ['no body', undefined, null],
    ['an empty object', {}, null],
    ['a blank description', { description: ' \n ' }, null],
    ['a description', { description: '  The name is wrong. ' }, 'The name is wrong.'],
    ['2000 characters', { description: ` ${'€'.repeat(2000)} ` }, '€'.repeat(2000)],
    ['2000 characters outside the basic plane', { description: '😀'.repeat(2000) }, '😀'.repeat(2000)],
  ])('queues a flag with %s', async (_name, body, description) => {
    const response = await service.rest(tenant.userKey).post(PATH, body);
    expect(answer(response)).toEqual({
      status: 201,
      body: { flag_id: expect.any(Number), company_id: acme, status: 'queued' },
    });
    expect(await stored(response.body.flag_id)).toEqual(row(description, tenant.userId));
  });

  it.each<[string, object, string]>([
    [
      '2001 characters',
      { description: '😀'.repeat(2001) },
      'must be at most 2000 characters; 2001 were sent',
    ],
    ['a number', { description: 7 }, 'must be a string'],
    ['null', { description: null }, 'must be a string'],
    ['a NUL', { description: 'a\u0000b' }, 'must not contain U+0000 or half of a surrogate pair'],
  ])('refuses %s, and stores nothing', async (_name, body, message) => {
    const count = async () => (await service.database.pool.query('SELECT count(*) FROM data_flag')).rows;
    const before = await count();
    const response = await service.rest(tenant.userKey).post(PATH, body);
    expect(answer(response)).toEqual(invalid('/description', message));
    expect(await count()).toEqual(before);
  });

  it('does not change the company', async () => {
    const read = async () => (await service.database.pool.query('SELECT * FROM company')).rows;
    const before = await read();
    await service.rest(tenant.orgKey).post(PATH, { description: 'wrong' });
    expect(await read()).toEqual(before);
  });
});

describe('flags that wait for their review', () => {
  const LIMIT = 3;
  const FLAG = 'mutation { flagCompany(input: {identifier: "acme"}) { flag { flagId } } }';
  const narrow = beside({ quotas: { ...readConfig({}).quotas, flags: LIMIT } });
  let flagger: Tenant;

  beforeAll(async () => {
    flagger = await service.createTenant('flagger');
  });

  const count = () => service.prisma.dataFlag.count({ where: { organizationId: flagger.organizationId } });
  const used = async () => {
    const { body } = await narrow.rest(flagger.orgKey).get('/v1/account/limits');
    return body.quotas.find(({ quota }: { quota: string }) => quota === 'flags');
  };

  it('are limited over both APIs, even for parallel requests, and nothing is stored beyond', async () => {
    const keys = [flagger.userKey, flagger.orgKey, flagger.userKey, flagger.orgKey, flagger.userKey];
    const made = await Promise.all(keys.map((key) => narrow.rest(key).post(PATH)));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 403, 403]);
    const details = { quota: 'flags', limit: LIMIT, used: LIMIT };
    const message =
      'Your organization has 3 flags waiting for review; the limit is 3. Raise further flags once some of them are resolved.';
    const refused = await narrow.rest(flagger.userKey).post(PATH, {}).set('Idempotency-Key', 'one-too-many');
    expect(answer(refused)).toEqual(problem(403, 'quota_exceeded', message, { ...details }));
    expect((await narrow.graphql(flagger.orgKey, FLAG)).body.errors).toMatchObject([
      { message, extensions: { code: 'QUOTA_EXCEEDED', ...details } },
    ]);
    expect([await count(), await used()]).toEqual([LIMIT, { quota: 'flags', limit: LIMIT, used: LIMIT }]);
  });

  it('make room once they are resolved, and do not count for others', async () => {
    const other = await service.createTenant('other');
    expect((await narrow.rest(other.orgKey).post(PATH)).status).toBe(201);
    const first = await service.prisma.dataFlag.findFirstOrThrow({
      where: { organizationId: flagger.organizationId },
    });
    await service.admin.resolveFlag(first.id, { resolution: 'wont_fix', note: null });
    expect((await used()).used).toBe(LIMIT - 1);
    expect(codes(await narrow.graphql(flagger.userKey, FLAG))).toEqual([]);
    expect(codes(await narrow.graphql(flagger.userKey, FLAG))).toEqual(['QUOTA_EXCEEDED']);
    expect(await count()).toBe(LIMIT + 1);
  });
});
