import { afterAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { seedTechnologies } from '../harness/seed.ts';
import { startTestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../modules/lists/operations.ts';

const service = await startTestService();
await seedSmallCatalogue(service.database.pool);
const tenant = await service.createTenant('tenant');
const viewer = await service.createColleague(tenant, 'Viola');
const list: string = `/v1/lists/${await createList(service, tenant.userKey, 'Conditional', KUBERNETES)}`;
afterAll(() => service.close());

const get = (path: string, tag?: string, key = tenant.userKey) => {
  const test = service.rest(key).get(path);
  return tag === undefined ? test : test.set('If-None-Match', tag);
};

async function tagOf(path: string, key?: string): Promise<string> {
  const { status, headers } = await get(path, undefined, key);
  expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache']);
  return headers.etag ?? '';
}

const isFresh = ({ status, text }: Response) => status === 304 && text === '';

const READS: [string, () => string][] = [
  ['a company', () => '/v1/companies/acme'],
  ['a company with everything', () => '/v1/companies/acme.example?include=technologies,firmographics'],
  ['the catalogue of filters', () => '/v1/lists/filter-fields'],
  ['a list', () => list],
  ['lists', () => '/v1/lists'],
  ['a definition', () => `${list}/definition`],
  ['a version of a definition', () => `${list}/definition/versions/1`],
  ['members', () => `${list}/members`],
];

describe.each(READS)('a conditional GET of %s', (_name, path) => {
  it('is answered with 304, the ETag and no body if the ETag matches', async () => {
    const tag = await tagOf(path());
    expect(tag).toMatch(/^"[\w.-]+"$/);
    const response = await get(path(), `"other", W/${tag}`);
    expect([response.status, response.text]).toEqual([304, '']);
    expect(response.headers).toMatchObject({ etag: tag, 'cache-control': 'private, no-cache' });
    expect(response.headers['x-request-id']).toBeDefined();
    expect(response.headers.date).toBeDefined();
    expect([response.headers['content-type'], response.headers['content-length']]).toEqual([
      undefined,
      undefined,
    ]);
    expect(isFresh(await get(path(), '*'))).toBe(true);
  });

  it('is answered completely if the ETag differs', async () => {
    const whole = await get(path());
    const response = await get(path(), '"other"');
    expect([response.status, response.text, response.headers.etag]).toEqual([
      200,
      whole.text,
      whole.headers.etag,
    ]);
  });

  it('is answered in the same way for HEAD', async () => {
    const tag = await tagOf(path());
    const head = (given: string) =>
      fetch(service.url + path(), {
        method: 'HEAD',
        headers: { 'X-API-Key': tenant.userKey, 'If-None-Match': given },
      });
    const [known, other] = [await head(tag), await head('"other"')];
    expect([known.status, known.headers.get('ETag')]).toEqual([304, tag]);
    expect([other.status, other.headers.get('ETag')]).toEqual([200, tag]);
  });
});

describe('an entity tag', () => {
  it('differs between representations of a company', async () => {
    const includes = [
      '',
      '?include=technologies',
      '?include=firmographics',
      '?include=technologies,firmographics',
    ];
    const tags = await Promise.all(includes.map((include) => tagOf(`/v1/companies/acme${include}`)));
    expect(new Set(tags).size).toBe(4);
    expect(await tagOf('/v1/companies/acme?include=firmographics,technologies')).toBe(tags[3]);
  });

  it('changes when the company changes', async () => {
    const path = '/v1/companies/hub?include=technologies';
    const before = await tagOf(path);
    await seedTechnologies(service.database.pool, 5, [{ key: 'postgresql' }]);
    const after = await get(path, before);
    expect([after.status, after.body.technologies.length]).toEqual([200, 1]);
    expect(isFresh(await get(path, after.headers.etag))).toBe(true);
  });

  it('differs between the views of an owner, an editor and a viewer of a list', async () => {
    const grant = (access_level: string) =>
      service.rest(tenant.userKey).post(`${list}/permissions`, { user_id: viewer.userId, access_level });
    await grant('viewer');
    const tags = [await tagOf(list), await tagOf(list, viewer.userKey)];
    await grant('editor');
    tags.push(await tagOf(list), await tagOf(list, viewer.userKey));
    expect(new Set(tags).size).toBe(4);
  });

  it.each<[string, () => PromiseLike<Response>]>([
    ['its name', () => service.rest(tenant.userKey).patch(list, { name: 'Renamed' })],
    ['its definition', () => service.rest(tenant.userKey).put(`${list}/definition`, GERMAN)],
    [
      'its permissions',
      () =>
        service.rest(tenant.userKey).post(`${list}/permissions`, { org_wide: true, access_level: 'viewer' }),
    ],
  ])('of a list changes with %s, even if no time has passed', async (_what, change) => {
    const before = await tagOf(list);
    expect((await change()).status).toBeLessThan(300);
    const after = await get(list, before);
    expect(after.status).toBe(200);
    expect(isFresh(await get(list, after.headers.etag))).toBe(true);
  });

  it('of a definition is its version, and is valid for If-Match', async () => {
    const path = `${list}/definition`;
    const tag = await tagOf(path);
    const put = await service.rest(tenant.userKey).put(path, KUBERNETES).set('If-Match', tag);
    expect([put.status, put.headers['cache-control']]).toEqual([200, 'no-store']);
    expect((await get(path, tag)).body).toEqual(KUBERNETES);
    expect(isFresh(await get(path, put.headers.etag))).toBe(true);
    expect(isFresh(await get(`${path}/versions/1`, '"1"'))).toBe(true);
  });

  it('of a definition keeps a version from being restored over a newer one', async () => {
    const path = `${list}/definition`;
    const before = (await get(list)).body;
    const restore = (tag: string) =>
      service.rest(tenant.userKey).post(`${path}/versions/1/restore`).set('If-Match', tag);
    const refused = await restore('"1"');
    const { error, current_version } = refused.body.detail;
    expect([refused.status, error, current_version]).toEqual([
      409,
      'definition_conflict',
      before.definition_version,
    ]);
    expect((await get(list)).body).toEqual(before);
    const restored = await restore(await tagOf(path));
    const version = before.definition_version + 1;
    expect([restored.status, restored.headers.etag, restored.body.definition_version]).toEqual([
      200,
      `"${version}"`,
      version,
    ]);
  });
});

describe('an entity tag that does not exist', () => {
  it('is not sent with an error, even if the request has If-None-Match: *', async () => {
    for (const path of ['/v1/companies/nobody', '/v1/lists/999/definition']) {
      const { status, headers } = await get(path, '*');
      expect([status, headers.etag, headers['cache-control']]).toEqual([404, undefined, 'no-store']);
    }
    expect((await service.rest().get('/v1/companies/acme').set('If-None-Match', '*')).status).toBe(401);
    expect((await get(list, '*', (await service.createTenant('stranger')).userKey)).status).toBe(404);
  });

  it('is not sent with a new list, whose tag its GET has: the version is the tag of its definition', async () => {
    const made = await service.rest(tenant.userKey).post('/v1/lists', { name: 'Fresh' });
    expect([made.status, made.headers.etag]).toEqual([201, undefined]);
    const { location = '' } = made.headers;
    expect(await tagOf(`${location}/definition`)).toBe('"1"');
    expect(await tagOf(location)).not.toBe('"1"');
  });

  it('is not sent with the response to another method, or with an export', async () => {
    const post = await service
      .rest(tenant.userKey)
      .post('/v1/lists/preview-count', GERMAN)
      .set('If-None-Match', '*');
    expect([post.status, post.headers.etag]).toEqual([200, undefined]);
    const csv = await get(`${list}/export.csv`, '*');
    expect([csv.status, csv.headers.etag]).toEqual([200, undefined]);
  });
});
