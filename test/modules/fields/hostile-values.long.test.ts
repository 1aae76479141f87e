import { describe, expect, it } from '@jest/globals';
import { IMPORT_LOCK } from '../../../src/modules/facets/index-state.ts';
import { testConfig } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';
import { condition, seedSmallCatalogue } from '../filters/support.ts';

const QUOTA = 12;
const quotas = { ...testConfig().quotas, field_values: QUOTA };
const { service, tenant, ids, rest, beside } = useService('hostile-fields', {
  tenantPerTest: true,
  seed: seedSmallCatalogue,
  quotas,
});
const other = beside({ quotas });

const declare = (key: string, type: string, more: object = {}) =>
  rest()
    .post('/v1/fields', { key, label: key, type, ...more })
    .expect(201);
/** Sends entries as they are, or as the text of a body. */
const send = (values: unknown, from = service, key = tenant.orgKey) =>
  from.rest(key).post('/v1/fields/values', typeof values === 'string' ? values : { values });
const one = (fields: unknown) => [{ identifier: 'acme', fields }];
const written = (set: number, more: object = {}) => ({
  ...{ set, cleared: 0, unchanged: 0, not_tracked: [], invalid: [] },
  ...more,
});
const stored = async () => {
  const { rows } = await service.database.pool.query(
    'SELECT company_id AS id, "values" FROM own_field_values WHERE scope_id = $1 ORDER BY company_id',
    [tenant.organizationId],
  );
  return rows.map(({ id, values }) => [id, ...Object.values(values)]);
};
const countOf = async (root: object, from = service) => {
  const { body } = await from.rest(tenant.userKey).get('/v1/lists/filter-fields');
  const { registry_version } = body;
  return (await from.rest(tenant.userKey).post('/v1/lists/preview-count', { registry_version, root })).body
    .count;
};

describe('values of a request', () => {
  it('are of 1 to 1,000 companies', async () => {
    await declare('org.score', 'number');
    for (const count of [0, 1001]) {
      const entry = { identifier: 'nobody', fields: { 'org.score': 1 } };
      const { status, body } = await send(Array.from({ length: count }, () => entry));
      expect([status, body.detail.error, body.detail.errors[0].pointer]).toEqual([
        422,
        'validation_error',
        '/values',
      ]);
    }
    const most = await send(Array.from({ length: 1000 }, () => one({ 'org.score': 1 })[0]));
    expect(most.body).toEqual(written(1, { unchanged: 999 }));
    expect(await stored()).toEqual([[ids.acme, 1]]);
  });

  it('have names that no field has, also those of prototypes', async () => {
    await declare('org.score', 'number');
    const keys = [
      '__proto__',
      'constructor',
      'toString',
      'org.__proto__',
      'org.constructor',
      '',
      '0',
      'country',
    ];
    const texts = keys.map((key) => `${JSON.stringify(key)}:1`).join(',');
    const { status, body } = await send(`{"values":[{"identifier":"acme","fields":{${texts}}}]}`);
    expect([status, body.set]).toEqual([200, 0]);
    expect(new Set(body.invalid.map(({ pointer }: { pointer: string }) => pointer))).toEqual(
      new Set(keys.map((key) => `/values/0/fields/${key}`)),
    );
    const many = Object.fromEntries(Array.from({ length: 199 }, (_, n) => [`org.f${n}`, n]));
    const answer = await send(one({ ...many, 'org.score': 3 }));
    expect([answer.body.set, answer.body.invalid.length]).toEqual([1, 199]);
    expect(await stored()).toEqual([[ids.acme, 3]]);
    for (const fields of [null, [], 'x', 1]) expect((await send(one(fields))).status).toBe(422);
  });

  it('are numbers of at most 15 digits, 4 of them after the point, exactly', async () => {
    await declare('org.score', 'number');
    const refused = ['1e400', '-1e400', '"1"', 'true', '[]', '{}', '1234567890123456', '1.23456', '1e15'];
    for (const text of refused) {
      const { status, body } = await send(
        `{"values":[{"identifier":"acme","fields":{"org.score":${text}}}]}`,
      );
      expect([text, status, body.set, body.invalid?.length]).toEqual([text, 200, 0, 1]);
    }
    expect((await send('{"values":[{"identifier":"acme","fields":{"org.score":NaN}}]}')).status).toBe(400);
    expect(await stored()).toEqual([]);
    for (const [text, value] of [
      ['-0', 0],
      ['12345678901.2345', 12345678901.2345],
      ['-999999999999999', -999999999999999],
      ['0.0001', 0.0001],
      ['1e14', 1e14],
    ] as const) {
      const { body } = await send(`{"values":[{"identifier":"acme","fields":{"org.score":${text}}}]}`);
      expect([text, body]).toEqual([text, written(1)]);
      expect(await stored()).toEqual([[ids.acme, value]]);
      expect(await countOf(condition('org.score', 'eq', [value]))).toBe(1);
      expect(await countOf(condition('org.score', 'gte', [value]))).toBe(1);
      expect(await countOf({ and: [condition('org.score', 'lte', [value])] })).toBe(1);
    }
  });

  it('are texts that can be stored, with one identity in any case', async () => {
    await declare('org.kind', 'category');
    await declare('org.note', 'text');
    const nul = String.fromCharCode(0);
    for (const [fields, invalid] of [
      [{ 'org.kind': `a${nul}b` }, 1],
      [{ 'org.kind': 'a\ud800' }, 1],
      [{ 'org.kind': ' ' }, 1],
      [{ 'org.kind': '😀'.repeat(201), 'org.note': 'n'.repeat(2001) }, 2],
      [{ 'org.kind': 'x'.repeat(1000000) }, 1],
    ] as const) {
      const { status, body } = await send(one(fields));
      expect([status, body.set, body.invalid.length]).toEqual([200, 0, invalid]);
      expect(JSON.stringify(body).length).toBeLessThan(2000);
    }
    expect((await send(one({ 'org.kind': 'x'.repeat(1024 * 1024) }))).status).toBe(413);
    await send(one({ 'org.kind': '😀'.repeat(200) })).expect(200);
    await send([
      { identifier: 'acme', fields: { 'org.kind': 'Straße' } },
      { identifier: 'beta', fields: { 'org.kind': 'STRASSE' } },
      { identifier: 'gamma', fields: { 'org.kind': 'Cafe\u0301' } },
      { identifier: 'delta', fields: { 'org.kind': 'CAFÉ' } },
    ]).expect(200);
    expect(await countOf(condition('org.kind', 'any_of', ['café']))).toBe(2);
    const { body } = await rest().get('/v1/lists/filter-fields/org.kind/values?search=caf');
    expect(body.values.map(({ company_count }: { company_count: number }) => company_count)).toEqual([2]);
  });
});

describe('writes of an organization', () => {
  const slugs = ['acme', 'beta', 'gamma', 'delta', 'hub'] as const;

  it('keep the quota exactly, however many run at a time', async () => {
    for (const n of [0, 1, 2, 3]) await declare(`org.f${n}`, 'number');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send(
          [{ identifier: slugs[n % 5], fields: { [`org.f${Math.floor(n / 5)}`]: n } }],
          n % 2 ? service : other,
        ),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(QUOTA);
    const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body.detail);
    for (const detail of refusals)
      expect(detail).toMatchObject({ error: 'quota_exceeded', quota: 'field_values', limit: QUOTA });
    const held = (await stored()).reduce((sum, [, ...values]) => sum + values.length, 0);
    expect(held).toBe(QUOTA);
    // A value in place of another needs no room.
    const [[id] = []] = await stored();
    const slug = slugs.find((each) => ids[each] === id);
    const { rows } = await service.database.pool.query(
      `SELECT f.key FROM own_field f JOIN own_field_values v ON v.scope_id = f.scope_id AND v."values" ? f.id::text
        WHERE v.scope_id = $1 AND v.company_id = $2`,
      [tenant.organizationId, id],
    );
    const again = await send([{ identifier: slug, fields: { [rows[0].key]: 999 } }]);
    expect(again.body).toEqual(written(1));
  });

  it('of one company lose nothing, in two processes', async () => {
    const keys = Array.from({ length: 10 }, (_, n) => `org.f${n}`);
    for (const key of keys) await declare(key, 'number');
    const answers = await Promise.all(keys.map((key, n) => send(one({ [key]: n }), n % 2 ? service : other)));
    expect(answers.map(({ body }) => body.set)).toEqual(keys.map(() => 1));
    expect((await stored())[0]?.slice(1).sort((a, b) => a - b)).toEqual(keys.map((_, n) => n));
    for (const [n, key] of keys.entries())
      for (const from of [service, other]) expect(await countOf(condition(key, 'eq', [n]), from)).toBe(1);
  });

  it('are replayed by their key, and run once', async () => {
    await declare('org.score', 'number');
    const write = (value: number, key: string) =>
      send(one({ 'org.score': value })).set('Idempotency-Key', key);
    const first = await write(1, 'first');
    expect(first.body).toEqual(written(1));
    await write(2, 'second').expect(200);
    const replay = await write(1, 'first');
    expect([replay.status, replay.body]).toEqual([200, first.body]);
    expect(await stored()).toEqual([[ids.acme, 2]]);
    expect((await write(3, 'first')).body.detail.error).toBe('idempotency_key_reused');
    const both = await Promise.all([write(4, 'third'), write(4, 'third')]);
    expect(both.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(await stored()).toEqual([[ids.acme, 4]]);
  });

  it('need a key that works; keys of organizations write, and declare nothing', async () => {
    await declare('org.score', 'number');
    const org = service.rest(tenant.orgKey);
    for (const [request, error] of [
      [org.post('/v1/fields', { key: 'org.x', label: 'X', type: 'number' }), 'user_credential_required'],
      [org.patch('/v1/fields/org.score', { label: 'X' }), 'user_credential_required'],
      [org.delete('/v1/fields/org.score'), 'user_credential_required'],
    ] as const) {
      const { status, body } = await request;
      expect([status, body.detail.error]).toEqual([403, error]);
    }
    const { body: plain } = await org.get('/v1/fields');
    expect(plain.fields.map(({ label }: { label: string }) => label)).toEqual(['org.score']);
    await send(one({ 'org.score': 1 })).expect(200);
    const [key] = await service.admin.listKeys({ organization: tenant.name });
    // Another write of the organization runs: a revoked key does not wait for it.
    const client = await service.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM field_scope WHERE scope_id = $1 FOR UPDATE', [tenant.organizationId]);
      await service.admin.revokeKey(key?.id ?? 0, true);
      const { status, body } = await send(one({ 'org.score': 2 }));
      expect([status, body.detail.error]).toEqual([401, 'invalid_api_key']);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect(await stored()).toEqual([[ids.acme, 1]]);
  });

  it('wait for no import that has locked the index and the companies', async () => {
    await declare('org.score', 'number');
    const client = await service.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM facet_index FOR UPDATE');
      await client.query('SELECT FROM company FOR UPDATE');
      await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
      expect((await send(one({ 'org.score': 5 }))).body).toEqual(written(1));
      expect(await countOf(condition('org.score', 'eq', [5]), other)).toBe(1);
      await declare('org.more', 'category');
      await rest().delete('/v1/fields/org.more').expect(204);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect(await stored()).toEqual([[ids.acme, 5]]);
  });

  it('and changes of their fields at the same time end without a deadlock', async () => {
    await declare('org.score', 'number');
    await declare('org.kind', 'category');
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const changes = [
          send(one({ 'org.score': n, 'org.kind': `kind ${n % 2}` }), n % 2 ? service : other),
          rest().patch('/v1/fields/org.score', { label: `Score ${n}`, position: n % 2 }),
          rest().patch('/v1/fields/org.kind', { position: n % 2 }),
        ];
        return (await Promise.all(changes)).map(({ status }) => status);
      }),
    );
    expect(new Set(statuses.flat())).toEqual(new Set([200]));
    const { body } = await rest().get('/v1/fields').expect(200);
    expect(body.fields.map(({ position }: { position: number }) => position)).toEqual([0, 1]);
  });

  it('are stored beside values that are as large as they can be', async () => {
    const texts = Array.from({ length: 3 }, (_, n) => `org.text${n}`);
    for (const key of texts) await declare(key, 'text');
    await declare('org.score', 'number');
    const long = Object.fromEntries(texts.map((key) => [key, '\u{1F600}'.repeat(2000)]));
    expect((await send(one(long))).body).toEqual(written(3));
    expect((await send(one({ 'org.score': 1, 'org.text1': null }))).body).toEqual(written(1, { cleared: 1 }));
    const { body } = await rest().get('/v1/companies/acme?include=fields').expect(200);
    expect(body.fields).toEqual({
      'org.text0': long['org.text0'],
      'org.text2': long['org.text2'],
      'org.score': 1,
    });
  });

  it('are at most 200 of a company', async () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`org.f${n}`, 1]));
    const { status, body } = await send([...one({}), ...one(fields(201))]);
    expect([status, body.detail.errors]).toEqual([
      422,
      [{ pointer: '/values/1/fields', message: 'must have at most 200 fields' }],
    ]);
    expect((await send(one(fields(200)))).body.invalid).toHaveLength(200);
  });

  it('have places from 0 to 500 for their fields, over GraphQL as over REST', async () => {
    await declare('org.score', 'number');
    for (const position of [-1, 501]) {
      const query = `mutation { updateField(input: { key: "org.score", position: ${position} }) { field { key } } }`;
      const { body } = await service.graphql(tenant.userKey, query);
      expect(body.errors[0].extensions.errors).toEqual([
        { pointer: '/position', message: 'must be from 0 to 500' },
      ]);
    }
  });

  it('have ranges whose ends conditions take, up to the largest number of digits', async () => {
    await declare('org.score', 'number');
    const most = 999_999_999_999_999;
    await send([
      { identifier: 'acme', fields: { 'org.score': -most } },
      { identifier: 'beta', fields: { 'org.score': most } },
    ]);
    const { body: catalog } = await rest().get('/v1/lists/filter-fields');
    const definition = (root: object) => ({ registry_version: catalog.registry_version, root });
    const { body } = await rest()
      .post('/v1/lists/preview', {
        definition: definition(condition('org.score', 'is_known', [true])),
        breakdown: ['org.score'],
      })
      .expect(200);
    for (const { from, to, count } of body.breakdowns['org.score'])
      expect(await countOf(condition('org.score', 'between', [from, to]))).toBe(count);
    expect(body.breakdowns['org.score'].at(0).from).toBe(-most);
    expect(body.breakdowns['org.score'].at(-1).to).toBe(most);
  });

  it('of texts and addresses are in no condition, and the refusal says why', async () => {
    await declare('org.note', 'text');
    const message = 'is a text or an address: it is shown and exported, and no condition compares it';
    const { body: catalog } = await rest().get('/v1/lists/filter-fields');
    const definition = (field: string) => ({
      registry_version: catalog.registry_version,
      root: condition(field, 'any_of', ['x']),
    });
    const { status, body } = await rest().post('/v1/lists/preview-count', definition('org.note'));
    expect([status, body.detail.errors[0]]).toEqual([
      422,
      {
        pointer: '/root/condition/field',
        code: 'unknown_field',
        message: `"org.note" ${message}.`,
        allowed: expect.not.arrayContaining(['org.note']),
      },
    ]);
    const refused = await rest().post('/v1/lists/preview', {
      definition: { ...definition('country'), root: condition('country', 'any_of', ['DE']) },
      breakdown: ['org.note'],
    });
    expect([refused.status, refused.body.detail.errors]).toEqual([
      422,
      [{ pointer: '/breakdown/0', message: `org.note ${message}` }],
    ]);
  });
});
