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
    // The reader of requests leaves out `__proto__`.
    expect(new Set(body.invalid.map(({ pointer }: { pointer: string }) => pointer))).toEqual(
      new Set(keys.slice(1).map((key) => `/values/0/fields/${key}`)),
    );
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`org.f${n}`, n]));
    const answer = await send(one({ ...many, 'org.score': 3 }));
    expect([answer.body.set, answer.body.invalid.length]).toEqual([1, 1000]);
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
});
