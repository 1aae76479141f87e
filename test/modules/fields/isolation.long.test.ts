import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TestService } from '../../harness/service.ts';
import { useService, useTenant } from '../../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN } from '../lists/operations.ts';

const { service, tenant: a, beside } = useService('alpha', { seed: seedSmallCatalogue });
const b = useTenant(service, 'bravo');
const other = beside();
const KEYS = ['org.secret', 'org.owner', 'org.tags', 'org.hot', 'org.since'];
let listOfB: number;
let hiddenId: string;
let foreignVersion: string;

const declare = (key: string, type: string, by = a, more: object = {}) =>
  service
    .rest(by.userKey)
    .post('/v1/fields', { key, label: `Label of ${key}`, type, ...more })
    .expect(201);
const setValues = (values: object, by = a) =>
  service
    .rest(by.orgKey)
    .post('/v1/fields/values', {
      values: Object.entries(values).map(([identifier, fields]) => ({ identifier, fields })),
    })
    .expect(200);
const versionOf = async (key: string) =>
  (await service.rest(key).get('/v1/lists/filter-fields')).body.registry_version;
const asOwn = async (by: typeof a, root: object) => ({ registry_version: await versionOf(by.userKey), root });

beforeAll(async () => {
  listOfB = await createList(service, b.userKey, 'German', GERMAN);
  await service.rest(b.userKey).get(`/v1/lists/${listOfB}/members`).expect(200);
});

const COMPANY = 'query { company(identifier: "acme") { fields { value field { key } } fieldsByKey } }';
const NODE = 'query ($id: ID!) { node(id: $id) { id __typename } }';
const unknown = (key: string) => definition(condition(key, 'gte', [1]));

/** Answers of an organization that could tell something of another one, with their statuses. */
async function answersOf(key: string, from: TestService): Promise<Record<string, [number, string]>> {
  const rest = from.rest(key);
  const requests = {
    fields: rest.get('/v1/fields'),
    one: rest.get('/v1/fields/org.secret'),
    catalog: rest.get('/v1/lists/filter-fields'),
    search: rest.get('/v1/lists/filter-values?search=ada'),
    values: rest.get('/v1/lists/filter-fields/org.owner/values'),
    builtIn: rest.get('/v1/lists/filter-fields/country/values'),
    count: rest.post('/v1/lists/preview-count', GERMAN),
    preview: rest.post('/v1/lists/preview', {
      definition: GERMAN,
      breakdown: ['country', 'industry'],
      sample: 5,
    }),
    broken: rest.post('/v1/lists/preview', { definition: GERMAN, breakdown: ['org.owner'] }),
    unknownField: rest.post('/v1/lists/preview-count', unknown('org.secret')),
    nearField: rest.post('/v1/lists/preview-count', unknown('org.secrets')),
    unknownValue: rest.post('/v1/lists/preview-count', definition(condition('org.owner', 'any_of', ['Ad']))),
    explain: rest.get(`/v1/lists/${listOfB}/explain?identifier=acme`),
    members: rest.get(`/v1/lists/${listOfB}/members?include=fields`),
    sorted: rest.get(`/v1/lists/${listOfB}/members?sort=org.secret`),
    exported: rest.post(`/v1/lists/${listOfB}/export`, { fields: ['org.secret'] }),
    materializations: rest.get(`/v1/lists/${listOfB}/materializations`),
    company: rest.get('/v1/companies/acme?include=fields'),
    events: rest.get('/v1/events'),
    account: rest.get('/v1/account'),
    limits: rest.get('/v1/account/limits'),
    audit: rest.get(`/v1/lists/${listOfB}/audit-log`),
    write: rest.post('/v1/fields/values', { values: [{ identifier: 'acme', fields: { 'org.secret': 1 } }] }),
    change: rest.patch('/v1/fields/org.secret', { label: 'Mine' }),
    remove: rest.delete('/v1/fields/org.secret?force=true'),
    ofCompany: from.graphql(key, COMPANY),
    ofKey: from.graphql(key, '{ company(identifier: "acme") { fields(keys: ["org.secret"]) { value } } }'),
    node: from.graphql(key, NODE, { id: hiddenId }),
    listed: from.graphql(key, '{ companyFields { key companyCount } }'),
  };
  const answers: Record<string, [number, string]> = {};
  for (const [name, request] of Object.entries(requests)) {
    const { status, text, body } = await request;
    // Once an operation is compiled, which takes a few requests, its errors have no locations.
    const { data, errors } = body;
    const isFault = name === 'ofKey';
    answers[name] = [
      status,
      isFault ? JSON.stringify([data, errors[0].message, errors[0].extensions]) : text,
    ];
  }
  return answers;
}

describe('fields of another organization', () => {
  it('change no answer by declaration, values, filters and deletion', async () => {
    // The id that the first field will have.
    hiddenId = Buffer.from(`FieldDefinition:${a.organizationId}-1`).toString('base64');
    const before = await answersOf(b.userKey, service);
    const beforeByOrg = await answersOf(b.orgKey, other);
    const compare = async () => {
      expect(await answersOf(b.userKey, service)).toEqual(before);
      expect(await answersOf(b.orgKey, other)).toEqual(beforeByOrg);
    };
    for (const [key, type] of Object.entries({
      'org.secret': 'number',
      'org.owner': 'category',
      'org.hot': 'boolean',
      'org.since': 'date',
    }))
      await declare(key, type);
    await declare('org.tags', 'category', a, { multiple: true });
    const own = '{ companyFields { id key } }';
    const { body } = await service.graphql(a.userKey, own);
    expect(body.data.companyFields[0]).toEqual({ id: hiddenId, key: 'org.secret' });
    await compare();
    await setValues({
      acme: { 'org.secret': 7, 'org.owner': 'Ada', 'org.tags': ['ada'], 'org.hot': true },
      beta: { 'org.secret': -1, 'org.since': '2026-01-01' },
    });
    await compare();
    foreignVersion = await versionOf(a.userKey);
    const list = await createList(
      service,
      a.userKey,
      'Secret',
      await asOwn(a, condition('org.secret', 'gte', [0])),
    );
    const members = await service.rest(a.userKey).get(`/v1/lists/${list}/members`).expect(200);
    expect(members.body.total).toBe(1);
    await compare();
    for (const key of KEYS) await service.rest(a.userKey).delete(`/v1/fields/${key}?force=true`).expect(204);
    await compare();
  });

  it('are refused like a key that never existed', async () => {
    await declare('org.hidden', 'number');
    await setValues({ acme: { 'org.hidden': 7 } });
    const [taken, never] = ['org.hidden', 'org.zzzzzz'];
    for (const key of [b.userKey, b.orgKey]) {
      const rest = service.rest(key);
      const both = async (send: (name: string) => ReturnType<typeof rest.get>) => {
        const [first, second] = [await send(taken), await send(never)];
        expect([first.status, first.text.replaceAll(taken, never)]).toEqual([second.status, second.text]);
      };
      await both((name) => rest.get(`/v1/fields/${name}`));
      await both((name) => rest.patch(`/v1/fields/${name}`, { label: 'x' }));
      await both((name) => rest.delete(`/v1/fields/${name}`));
      await both((name) => rest.post('/v1/lists/preview-count', unknown(name)));
      await both((name) =>
        rest.post('/v1/fields/values', { values: [{ identifier: 'acme', fields: { [name]: 1 } }] }),
      );
    }
  });

  it('have registry versions that are unknown here', async () => {
    expect(foreignVersion).toBe('2.0.5');
    const { status, body } = await service.rest(b.userKey).post('/v1/lists/preview-count', {
      ...GERMAN,
      registry_version: foreignVersion,
    });
    const never = await service.rest(b.userKey).post('/v1/lists/preview-count', {
      ...GERMAN,
      registry_version: '2.0.77',
    });
    expect([status, body.detail.error]).toEqual([422, 'invalid_definition']);
    expect(JSON.stringify(body).replaceAll(foreignVersion, '2.0.77')).toBe(never.text);
  });

  it('of the same key never give their values to one another, in any process', async () => {
    await declare('org.score', 'number');
    await declare('org.score', 'number', b);
    await declare('org.kind', 'category');
    await declare('org.kind', 'category', b);
    await setValues({ acme: { 'org.score': 1, 'org.kind': 'red' }, beta: { 'org.score': 2 } });
    await setValues({ gamma: { 'org.score': 1 }, delta: { 'org.score': 2, 'org.kind': 'blue' } }, b);
    const matched = async (by: typeof a, from: TestService, root: object) => {
      const { body } = await from
        .rest(by.userKey)
        .post('/v1/lists/preview', { definition: await asOwn(by, root), sample: 25 })
        .expect(200);
      return body.sample.map(({ slug }: { slug: string }) => slug).sort();
    };
    const known = condition('org.score', 'is_known', [true]);
    for (let round = 0; round < 3; round += 1)
      for (const from of [service, other]) {
        const both = (root: object) => Promise.all([matched(a, from, root), matched(b, from, root)]);
        expect(await both(known)).toEqual([
          ['acme', 'beta'],
          ['delta', 'gamma'],
        ]);
        expect(await both(condition('org.score', 'eq', [1]))).toEqual([['acme'], ['gamma']]);
        expect(await both({ and: [known, condition('org.kind', 'is_known', [false])] })).toEqual([
          ['beta'],
          ['gamma'],
        ]);
      }
    const companies = async (by: typeof a) =>
      (await service.graphql(by.userKey, COMPANY)).body.data.company.fieldsByKey;
    expect(await companies(a)).toEqual({ 'org.score': 1, 'org.kind': 'red', 'org.hidden': 7 });
    expect(await companies(b)).toBeNull();
    const found = async (by: typeof a) =>
      (await service.rest(by.userKey).get('/v1/lists/filter-values?search=re')).body.values.filter(
        ({ field }: { field: string }) => field.startsWith('org.'),
      );
    expect(await found(a)).toEqual([{ field: 'org.kind', value: 'red', label: 'red', company_count: 1 }]);
    expect(await found(b)).toEqual([]);
    const refused = async (value: string) =>
      (
        await service
          .rest(b.userKey)
          .post('/v1/lists/preview-count', await asOwn(b, condition('org.kind', 'any_of', [value])))
      ).body.detail.errors;
    // No value of the other one is suggested: it has none that is near.
    expect(await refused('red')).toEqual([
      {
        code: 'unknown_value',
        pointer: '/root/condition/values/0',
        message: 'Unknown org.kind "red". Search filter-fields/org.kind/values.',
      },
    ]);
  });
});
