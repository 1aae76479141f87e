import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import roaring from 'roaring';
import { rebuildIndex } from '../../../../src/modules/filters/facet-index.ts';
import { MAX_SORTED_BY_TEXT } from '../../../../src/modules/lists/members/order.ts';
import { importRows, mergeCompany } from '../../../harness/retire.ts';
import { seedPlain } from '../../../harness/seed.ts';
import { startTestService } from '../../../harness/service.ts';
import { useService, useTenant } from '../../../harness/use-service.ts';

const COMPANIES = Array.from({ length: 60 }, (_, n) => `plain${n}`);
const { service, tenant, ids, rest } = useService('sorted-by-own', {
  seed: async (pool) => {
    const seeded: Record<string, number> = {};
    for (const slug of COMPANIES) seeded[slug] = await seedPlain(pool, slug);
    await pool.query(`UPDATE company SET country = 'DE'`);
    await rebuildIndex(pool);
    return seeded;
  },
});
const stranger = useTenant(service, 'stranger');

type Value = string | number | boolean;
const NUMBERS = [-123456789012345, -2.5, -2, -0.0001, 0, 0.0001, 0.5, 1, 1.5, 12.75, 99_999_999_999.9999];
const TYPES = {
  number: NUMBERS,
  date: ['1900-01-01', '1969-12-31', '2024-02-29', '2024-03-01', '2100-12-31'],
  boolean: [true, false],
  category: ['Ada', 'ADA', 'äther', 'Äther', 'zeta', 'Zoe', 'Öl', 'ß', '東京', '😀', '\uffee'],
} satisfies Record<string, Value[]>;
type Type = keyof typeof TYPES;
const KEYS = Object.keys(TYPES).flatMap((type) => [`org.${type}`, `custom.${type}`]);
const typeOf = (key: string) => key.split('.')[1] as Type;
let listId: number;
/** Values by keys of fields, then by slugs. */
const model: Record<string, Record<string, Value>> = {};

async function declare(key: string, type: string, more: object = {}) {
  await rest()
    .post('/v1/fields', { key, label: key, type, ...more })
    .expect(201);
}
async function setValues(values: [slug: string, fields: Record<string, Value | null>][]) {
  const entries = values.map(([identifier, fields]) => ({ identifier, fields }));
  const { body } = await rest().post('/v1/fields/values', { values: entries });
  expect(body.invalid).toEqual([]);
}

beforeAll(async () => {
  const { pool } = service.database;
  await pool.query('INSERT INTO field_scope (scope_id, version, registry) VALUES (0, 1, 1)');
  for (const [position, key] of KEYS.entries()) {
    model[key] = {};
    if (key.startsWith('org.')) await declare(key, typeOf(key));
    else
      await pool.query(
        `INSERT INTO own_field (scope_id, key, label, type, multiple, position, declared_at, created_at)
         VALUES (0, $1, $1, $2, false, $3, 1, now())`,
        [key, typeOf(key), position],
      );
  }
  await declare('org.tags', 'category', { multiple: true });
  await declare('org.note', 'text');
  await declare('org.link', 'url');
  const { registry_version } = (await rest().get('/v1/lists/filter-fields')).body;
  const root = { condition: { field: 'country', operator: 'any_of', values: ['DE'] } };
  const { body } = await rest().post('/v1/lists', { name: 'All', definition: { registry_version, root } });
  listId = body.list_id;
});

/** Independent order: a sort of rows, with companies without a value last and ids as ties. */
function expected(key: string, descending: boolean, slugs = COMPANIES): string[] {
  const place = (slug: string): number | Buffer | undefined => {
    const value = model[key]?.[slug];
    if (value === undefined) return undefined;
    return typeof value === 'string' ? Buffer.from(value.toLowerCase()) : Number(value);
  };
  return [...slugs].sort((a, b) => {
    const [x, y] = [place(a), place(b)];
    const byId = Number(ids[a]) - Number(ids[b]);
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined) || byId;
    const order = Buffer.isBuffer(x) ? Buffer.compare(x, y as Buffer) : x - Number(y);
    return (descending ? -order : order) || byId;
  });
}

const PAGE = `query ($id: ID!, $first: Int, $after: String, $offset: Int, $orderBy: MemberOrder) {
  list(listId: $id) { members(first: $first, after: $after, offset: $offset, orderBy: $orderBy) {
    edges { node { company { slug } } } pageInfo { hasNextPage endCursor } } } }`;

async function request(variables: object, key = tenant.userKey) {
  return (await service.graphql(key, PAGE, { id: listId, ...variables })).body;
}
interface Page {
  slugs: string[];
  next: string | undefined;
}
async function page(variables: object): Promise<Page> {
  const { data, errors } = await request(variables);
  expect(errors).toBeUndefined();
  const { edges, pageInfo } = data.list.members;
  return {
    slugs: edges.map(({ node }: { node: { company: { slug: string } } }) => node.company.slug),
    next: pageInfo.hasNextPage ? pageInfo.endCursor : undefined,
  };
}
async function restPage(query: string): Promise<Page> {
  const { status, body } = await rest().get(`/v1/lists/${listId}/members?${query}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return {
    slugs: body.members.map(({ slug }: { slug: string }) => slug),
    next: body.next_cursor ?? undefined,
  };
}

/** All pages by cursor. `between` runs between two of them. */
async function walk(
  read: (after: string | undefined) => Promise<Page>,
  between?: () => Promise<void>,
): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | undefined; ; ) {
    const { slugs, next } = await read(after);
    found.push(...slugs);
    if (next === undefined) return found;
    after = next;
    await between?.();
  }
}

const directions = [false, true];
const orderOf = (field: string, descending: boolean) => ({ field, direction: descending ? 'DESC' : 'ASC' });

const values = fc.record(
  Object.fromEntries(
    KEYS.map((key) => [
      key,
      fc.array(fc.option(fc.constantFrom<Value>(...TYPES[typeOf(key)])), {
        minLength: COMPANIES.length,
        maxLength: COMPANIES.length,
      }),
    ]),
  ),
);

/** Stores values of all companies, in a random order of writes. */
async function store(drawn: Record<string, (Value | null)[]>) {
  const rows = COMPANIES.map((slug, index) => {
    const stated = KEYS.map((key) => [key, drawn[key]?.[index] ?? null] as const);
    for (const [key, value] of stated) {
      const held = model[key] as Record<string, Value>;
      if (value === null) delete held[slug];
      else held[slug] = value;
    }
    const ofScope = (prefix: string) => Object.fromEntries(stated.filter(([key]) => key.startsWith(prefix)));
    return { slug, own: ofScope('org.'), custom: ofScope('custom.') };
  });
  await setValues(rows.map(({ slug, own }) => [slug, own]));
  await importRows(
    service.database.pool,
    'companies',
    ...rows.map(({ slug, custom }) => ({
      name: slug.toUpperCase(),
      primary_domain: `${slug}.example`,
      ...custom,
    })),
  );
}

describe('members sorted by own fields', () => {
  it('have the order of plain values in both directions, over both APIs, by offset and by cursor', async () => {
    await fc.assert(
      fc.asyncProperty(values, fc.integer({ min: 15, max: 45 }), async (drawn, first) => {
        await store(drawn);
        for (const key of KEYS)
          for (const descending of directions) {
            const order = expected(key, descending);
            const orderBy = orderOf(key, descending);
            const sort = `${descending ? '-' : ''}${key}`;
            const what = [key, descending];
            expect([...what, (await page({ first: 1000, orderBy })).slugs]).toEqual([...what, order]);
            const byCursor = await walk((after) => page({ first, ...(after ? { after } : { orderBy }) }));
            expect([...what, byCursor]).toEqual([...what, order]);
            const overRest = await walk((after) =>
              restPage(`limit=${first}&sort=${sort}${after ? `&cursor=${after}` : ''}`),
            );
            expect([...what, overRest]).toEqual([...what, order]);
            const { slugs } = await restPage(`limit=${first}&offset=${first}&sort=${sort}`);
            expect([...what, slugs]).toEqual([...what, order.slice(first, 2 * first)]);
          }
      }),
      { numRuns: Number(process.env.SORT_CASES ?? 2), endOnFailure: true },
    );
  });

  it('begin with the largest number, the latest day and the first text unless a direction is named', async () => {
    for (const key of KEYS) {
      const descending = ['number', 'date'].includes(typeOf(key));
      const { slugs } = await page({ first: 1000, orderBy: { field: key } });
      expect([key, slugs]).toEqual([key, expected(key, descending)]);
    }
    expect((await page({ orderBy: { field: 'TIER' } })).slugs).toEqual(COMPANIES);
    expect((await page({ orderBy: null })).slugs).toEqual(COMPANIES);
  });

  it('neither repeat nor lose companies whose values stay while others change between pages', async () => {
    for (const key of KEYS.filter((each) => each.startsWith('org.')))
      for (const descending of directions) {
        const moving = COMPANIES.filter((_, index) => index % 3 === 0);
        const staying = COMPANIES.filter((slug) => !moving.includes(slug));
        const order = expected(key, descending, staying);
        const all = TYPES[typeOf(key)];
        let turn = 0;
        const found = await walk(
          (after) => page({ first: 7, ...(after ? { after } : { orderBy: orderOf(key, descending) }) }),
          async () => {
            turn += 1;
            const written = moving.map((slug, index): [string, Record<string, Value | null>] => [
              slug,
              { [key]: all[(index + turn * 5) % (all.length + 1)] ?? null },
            ]);
            await setValues(written);
          },
        );
        expect([key, found.filter((slug) => staying.includes(slug))]).toEqual([key, order]);
        const held = model[key] as Record<string, Value>;
        const { rows } = await service.database.pool.query<{ slug: string; value: Value | null }>(
          `SELECT c.slug, v."values" -> f.id::text AS value FROM own_field f, company c
           LEFT JOIN own_field_values v ON v.company_id = c.id AND v.scope_id = $2
           WHERE f.key = $1 AND f.scope_id = $2`,
          [key, tenant.organizationId],
        );
        for (const { slug, value } of rows) {
          if (value === null) delete held[slug];
          else held[slug] = value;
        }
      }
  });

  it('follow a merge: the survivor takes the place of the values that it lacked', async () => {
    const [kept, gone, third] = ['plain1', 'plain2', 'plain3'];
    for (const key of KEYS) await setOne(key, { [kept]: null, [gone]: TYPES[typeOf(key)][0] ?? null });
    await setOne('org.number', { [kept]: 0.5, [third]: null });
    await mergeCompany(service.database.pool, gone, kept);
    const left = COMPANIES.filter((slug) => slug !== gone);
    for (const key of KEYS) {
      const held = model[key] as Record<string, Value>;
      held[kept] ??= held[gone] as Value;
      for (const descending of directions) {
        const { slugs } = await page({ first: 1000, orderBy: orderOf(key, descending) });
        expect([key, slugs]).toEqual([key, expected(key, descending, left)]);
      }
    }
  });
});

async function setOne(key: string, written: Record<string, Value | null>) {
  const held = model[key] as Record<string, Value>;
  for (const [slug, value] of Object.entries(written)) {
    if (value === null) delete held[slug];
    else held[slug] = value;
  }
  if (key.startsWith('org.'))
    return setValues(Object.entries(written).map(([slug, value]) => [slug, { [key]: value }]));
  const rows = Object.entries(written).map(([slug, value]) => ({
    name: slug.toUpperCase(),
    primary_domain: `${slug}.example`,
    [key]: value,
  }));
  return importRows(service.database.pool, 'companies', ...rows);
}

describe('a sort is refused', () => {
  const refusal = async (field: string, key = tenant.userKey, id = listId) => {
    const { errors } = await request({ id, orderBy: { field } }, key);
    const { status, body } = await service.rest(key).get(`/v1/lists/${id}/members?sort=-${field}`);
    const [error] = errors[0].extensions.errors;
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { detail: { error: 'validation_error', errors: [{ ...error, pointer: '/sort' }] } },
    });
    return error;
  };
  const message = (field: string, hint = '') => `Members cannot be sorted by "${field}".${hint}`;

  it('by a field that is unknown, of a type without order, or built in and not ordered', async () => {
    expect(await refusal('org.numbr')).toEqual({
      pointer: '/orderBy/field',
      message: message('org.numbr', ' Did you mean "org.number"?'),
      did_you_mean: ['org.number'],
    });
    expect(await refusal('nam')).toMatchObject({ did_you_mean: ['name'] });
    const reasons = {
      'org.tags': ', of which a company can have several values.',
      'org.note': ', which is a text or an address.',
      'org.link': ', which is a text or an address.',
      country: '; they are sorted by tier, name, numbers, days, booleans, and categories of one value.',
      list: '; they are sorted by tier, name, numbers, days, booleans, and categories of one value.',
      technology: '; they are sorted by tier, name, numbers, days, booleans, and categories of one value.',
      ['__proto__']: '.',
    };
    for (const [field, reason] of Object.entries(reasons)) {
      const error = await refusal(field);
      expect(error.pointer).toBe('/orderBy/field');
      expect(error.message.replace(/ Did you mean.*/, '')).toBe(message(field).replace(/\.$/, reason));
    }
  });

  it('by a field of another organization as by an unknown one', async () => {
    const client = service.rest(stranger.userKey);
    const definition = {
      registry_version: '2',
      root: { condition: { field: 'country', operator: 'any_of', values: ['DE'] } },
    };
    const { body } = await client.post('/v1/lists', { name: 'Theirs', definition });
    const known = await refusal('org.number', stranger.userKey, body.list_id);
    const unknown = await refusal('org.nonexistent', stranger.userKey, body.list_id);
    expect(known).toEqual({ pointer: '/orderBy/field', message: message('org.number') });
    expect(unknown).toEqual({ pointer: '/orderBy/field', message: message('org.nonexistent') });
  });

  it('by a category, of more than 100,000 members', async () => {
    await rest().post(`/v1/lists/${listId}/materialize`).expect(200);
    const many = roaring.RoaringBitmap32.fromRange(1, MAX_SORTED_BY_TEXT + 2).serialize('portable');
    await service.database.pool.query('UPDATE list_materialization SET high = $2 WHERE list_id = $1', [
      listId,
      many,
    ]);
    // Another process reads what is stored; this one has it in its cache.
    const beside = await startTestService({ beside: service });
    try {
      const sorted = (sort: string) =>
        beside.rest(tenant.userKey).get(`/v1/lists/${listId}/members?limit=1&sort=${sort}`);
      for (const key of ['org.category', 'custom.category'])
        expect(await sorted(key)).toMatchObject({
          status: 422,
          body: {
            detail: {
              error: 'sort_too_large',
              message: expect.stringContaining(
                `At most 100000 members can be sorted by ${key}, and these are 100001.`,
              ),
            },
          },
        });
      for (const key of ['org.number', 'custom.date', '-org.boolean'])
        expect(await sorted(key)).toMatchObject({ status: 200, body: { total: 100_001 } });
    } finally {
      await beside.close();
      await rest().post(`/v1/lists/${listId}/materialize`).expect(200);
    }
  });
});

async function declaredAt(key: string): Promise<number> {
  const { rows } = await service.database.pool.query(
    'SELECT declared_at AS at FROM own_field WHERE scope_id = $1 AND key = $2',
    [tenant.organizationId, key],
  );
  return rows[0].at;
}

describe('a cursor of an own field', () => {
  it('is refused once the field was deleted, also when its key was declared anew', async () => {
    for (const type of ['number', 'category'] as const) {
      await declare('org.fleeting', type);
      await setValues([['plain5', { 'org.fleeting': TYPES[type][1] ?? null }]]);
      const { next } = await page({ first: 1, orderBy: { field: 'org.fleeting' } });
      expect((await page({ first: 1, after: next })).slugs).toHaveLength(1);
      // It tells fields apart by the declarations of the organization, not by ids that all organizations share.
      const [, , , , order] = JSON.parse(Buffer.from(next ?? '', 'base64url').toString());
      expect(order).toEqual(['org.fleeting', await declaredAt('org.fleeting')]);
      const stale = {
        pointer: '/after',
        message:
          'is a cursor of the order by org.fleeting, which was deleted; leave it out to start again from the first page',
      };
      for (const again of [undefined, 'number', 'date', 'category']) {
        await rest().delete('/v1/fields/org.fleeting').expect(204);
        if (again) await declare('org.fleeting', again);
        const { errors } = await request({ after: next });
        expect(errors[0].extensions).toMatchObject({ code: 'VALIDATION_ERROR', errors: [stale] });
        const { status, body } = await rest().get(`/v1/lists/${listId}/members?cursor=${next}`);
        expect({ status, body }).toMatchObject({
          status: 422,
          body: { detail: { errors: [{ ...stale, pointer: '/cursor' }] } },
        });
        if (!again) await declare('org.fleeting', type);
      }
      await rest().delete('/v1/fields/org.fleeting').expect(204);
    }
  });

  it('is refused with values that no company can have, and with another order', async () => {
    const toCursor = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
    const wrong: Record<Type, unknown[]> = {
      number: ['1', true, 1e-7, 1e300, 0.00001, 1234567890123456],
      date: ['2024-01-01', 1.5, -1],
      boolean: [true, 2, 'true'],
      category: [1, true],
    };
    for (const key of KEYS) {
      const { next = '' } = await page({ first: 1, orderBy: { field: key } });
      const content = JSON.parse(Buffer.from(next, 'base64url').toString());
      for (const value of wrong[typeOf(key)]) {
        const { errors } = await request({ after: toCursor(content.with(6, value)) });
        expect([key, value, errors[0].extensions.errors]).toEqual([
          key,
          value,
          [{ pointer: '/after', message: 'must be a cursor of an earlier page' }],
        ]);
      }
      const { errors } = await request({ after: next, orderBy: { field: 'name' } });
      expect(errors[0].extensions.errors).toMatchObject([{ pointer: '/orderBy' }]);
    }
  });
});

describe('a page of an own field', () => {
  it('costs as much as one by a built-in field of its kind, also after a cursor', async () => {
    const spent = async (variables: object) => (await request({ first: 1, ...variables })).extensions.cost;
    for (const key of KEYS) {
      const builtIn = typeOf(key) === 'category' ? 'name' : 'founded_year';
      const cost = await spent({ orderBy: { field: builtIn } });
      expect([key, await spent({ orderBy: { field: key } })]).toEqual([key, cost]);
      const { next } = await page({ first: 1, orderBy: { field: key } });
      expect([key, await spent({ after: next })]).toEqual([key, cost]);
    }
  });
});
