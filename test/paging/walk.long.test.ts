import { afterAll, describe, expect, it } from '@jest/globals';
import { getNamedType, isObjectType } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { routes } from '../../src/rest/routes.ts';
import { startTestService } from '../harness/service.ts';
import {
  disturb,
  documentOf,
  fill,
  quoted,
  type Reader,
  readAll,
  readBackwards,
  readForwards,
  readPage,
  readRest,
} from './walk.ts';
import { createWalked, type Walked } from './walked.ts';

const service = await startTestService();
const tenant = await service.createTenant('walkers', 1000);
const all = await createWalked(service, tenant);
afterAll(() => service.close());

const nameOf = ({ place, label }: Walked) => (label === undefined ? place : `${place} ${label}`);
const named = all.map((each): [string, Walked] => [nameOf(each), each]);

/** Every field that shows pages: those of a type with `pageInfo`. */
const fields = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({ place: `${type.name}.${field.name}`, field })),
  )
  .filter(({ field }) => {
    const named = getNamedType(field.type);
    return isObjectType(named) && 'pageInfo' in named.getFields();
  });
const argumentsOf = (place: string) =>
  fields.find((each) => each.place === place)?.field.args.map(({ name }) => name) ?? [];
const OF_PAGES = ['first', 'after', 'last', 'before', 'offset'];
const readsBackwards = ({ place }: Walked) => argumentsOf(place).includes('last');

/** Walks over pages of two while rows change. @returns the rows seen, and those there before that did not change. */
async function walk(each: Walked, read: Reader, backwards = false) {
  await fill(each, (await readAll(service, tenant, each)).length);
  const before = await readAll(service, tenant, each);
  const changed = new Set<string | undefined>();
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let turn = 0; turn < 40; turn += 1) {
    const { ids, next, hasNext, hasPrevious } = await read(cursor);
    if (!each.isPinned && !each.leavesGaps && !each.isFeed) {
      const present = await readAll(service, tenant, each);
      const [first, last] = [present.indexOf(ids[0] ?? ''), present.indexOf(ids.at(-1) ?? '')];
      const ends = [hasPrevious ?? first > 0, hasNext];
      expect({ turn, ids, ends }).toEqual({ turn, ids, ends: [first > 0, last < present.length - 1] });
    }
    seen.push(...(backwards ? ids.toReversed() : ids));
    if (next === undefined) break;
    cursor = next;
    const order = backwards ? before.toReversed() : before;
    const coming = order.filter((id) => !seen.includes(id) && !changed.has(id));
    const shown = order.filter((id) => seen.includes(id) && !changed.has(id));
    for (const id of await disturb(each, turn, { shown, coming, backwards })) changed.add(id);
  }
  const isSteady = (id: string) => before.includes(id) && !changed.has(id);
  const steady = before.filter(isSteady);
  expect(steady.length).toBeGreaterThan(2);
  return { seen: seen.filter(isSteady), steady: backwards ? steady.toReversed() : steady };
}

describe('the walks', () => {
  it('are over every field that shows pages, and every page of REST', () => {
    const places = fields.map(({ place }) => place);
    expect([...new Set(all.map(({ place }) => place))].sort()).toEqual(places.sort());
    const pages = routes.filter(({ isPage }) => isPage).map(({ path }) => path);
    expect([...new Set(all.flatMap(({ rest }) => rest?.[0] ?? []))].sort()).toEqual(pages.sort());
  });

  it('name another value for every filter', () => {
    const missing = all.filter(({ place, isFeed, others = {} }) => {
      const filters = argumentsOf(place).filter((name) => !OF_PAGES.includes(name));
      return !isFeed && filters.some((name) => !(name in others));
    });
    expect(missing.map(nameOf)).toEqual([]);
  });
});

describe('pages lose and repeat nothing that does not move', () => {
  it.each(named)('forwards: %s', async (_name, each) => {
    const { seen, steady } = await walk(each, readForwards(service, tenant, each));
    expect(seen).toEqual(steady);
  });

  it.each(named.filter(([, each]) => readsBackwards(each)))('backwards: %s', async (_name, each) => {
    const { seen, steady } = await walk(each, readBackwards(service, tenant, each), true);
    expect(seen).toEqual(steady);
  });

  it.each(all.flatMap((each) => (each.rest ? [[each.rest[1], each, each.rest] as const] : [])))(
    'over REST: %s',
    async (_url, each, rest) => {
      const { seen, steady } = await walk(each, readRest(service, tenant, rest));
      expect(seen).toEqual(steady);
    },
  );
});

/** Asks for a page that is refused. @returns the faults */
async function refused(each: Walked, args: Record<string, string | number>, open = each.open) {
  const { body } = await service.graphql(tenant.userKey, documentOf(each, args, open));
  expect(body.errors?.[0]?.extensions.code).toBe('VALIDATION_ERROR');
  return body.errors[0].extensions.errors as { pointer: string; message: string }[];
}

const AGAIN =
  /start again from the first page|begin again at the first page|cannot be combined with a cursor|another list/;

describe('a cursor', () => {
  const bound = named.filter(([, each]) => !each.isFeed);

  it.each(bound)(
    'is refused under other filters, another order and another parent: %s',
    async (_name, each) => {
      const { end } = await readPage(service, tenant, each, { first: 1 });
      const after = quoted(String(end));
      for (const [name, value] of Object.entries(each.others ?? {})) {
        const [fault] = await refused(each, { first: 1, after, [name]: value });
        expect([name, fault]).toEqual([
          name,
          { pointer: expect.any(String), message: expect.stringMatching(AGAIN) },
        ]);
      }
      if (each.foreign) {
        const [fault] = await refused(each, { first: 1, after }, each.foreign);
        expect(fault).toEqual({ pointer: '/after', message: expect.stringMatching(AGAIN) });
      }
      const other = all.find(({ place }) => place !== each.place && place !== 'Query.events');
      if (!other) return;
      const { end: foreign } = await readPage(service, tenant, other, { first: 1 });
      expect(await refused(each, { first: 1, after: quoted(String(foreign)) })).toEqual([
        { pointer: '/after', message: expect.any(String) },
      ]);
    },
  );

  it.each(named)('is refused if it is malformed: %s', async (_name, each) => {
    const { end } = await readPage(service, tenant, each, { first: 1 });
    const garbage = [
      '',
      'x',
      String(end).slice(0, -4),
      'a'.repeat(9_000),
      ...['offset:1', 'id:1', '[]', '{}', 'null', '["id"]'].map(toCursor),
      ...(each.isFeed ? [] : forge(String(end), each.isPinned ? 7 : 2)),
    ];
    for (const text of garbage) {
      const [fault] = await refused(each, { first: 1, after: quoted(text) });
      expect([text, fault]).toEqual([text, { pointer: '/after', message: expect.any(String) }]);
      if (!readsBackwards(each)) continue;
      const [other] = await refused(each, { last: 1, before: quoted(text) });
      expect([text, other]).toEqual([text, { pointer: '/before', message: expect.any(String) }]);
    }
  });

  it.each(bound)('may name a large id, which is refused or passes all rows: %s', async (_name, each) => {
    const { end } = await readPage(service, tenant, each, { first: 1 });
    const parts = JSON.parse(Buffer.from(String(end), 'base64url').toString()) as unknown[];
    for (const number of [2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1]) {
      const cursor = toCursor(JSON.stringify([...parts.slice(0, -1), number]));
      const { body } = await service.graphql(
        tenant.userKey,
        documentOf(each, { first: 1, after: quoted(cursor) }),
      );
      const code = body.errors?.[0]?.extensions.code ?? 'VALIDATION_ERROR';
      expect([number, code]).toEqual([number, 'VALIDATION_ERROR']);
    }
  });

  it.each(named.filter(([, { place }]) => argumentsOf(place).includes('offset')))(
    'is refused beside an offset, whatever it is: %s',
    async (_name, each) => {
      const { end } = await readPage(service, tenant, each, { first: 1 });
      for (const offset of [0, 1])
        for (const name of readsBackwards(each) ? ['after', 'before'] : ['after'])
          expect(await refused(each, { offset, [name]: quoted(String(end)) })).toEqual([
            { pointer: '/offset', message: 'cannot be combined with a cursor; send one of them' },
          ]);
    },
  );

  it('is refused over REST under another order or other filters, with 422', async () => {
    const rest = service.rest(tenant.userKey);
    const { body } = await rest.get('/v1/lists?limit=1&sort=name');
    const ask = async (query: string) => {
      const response = await rest.get(`/v1/lists?limit=1&cursor=${body.next_cursor}${query}`);
      return [response.status, response.body.detail.errors];
    };
    const again = 'leave it out to start again from the first page';
    expect([await ask(''), await ask('&sort=name&search=n')]).toEqual([
      [422, [{ pointer: '/cursor', message: `is a cursor of another order; ${again}` }]],
      [422, [{ pointer: '/cursor', message: `is a cursor of another list or other filters; ${again}` }]],
    ]);
  });
});

function toCursor(content: string): string {
  return Buffer.from(content).toString('base64url');
}

/**
 * Returns cursors like one that is valid, with a key that PostgreSQL would refuse, or with too many or too few values.
 *
 * @param start place of the first value of the key.
 */
function forge(cursor: string, start: number): string[] {
  const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
  const isText = (value: unknown) => typeof value === 'string' && !/^\d{4}-\d\d-/.test(value);
  const never = [null, {}, 1.5, -1, 2 ** 53, 1e300, '\0', '\ud800', 'x'.repeat(9_000)];
  const keys = parts.slice(start).flatMap((value, index) => {
    const notThere = isText(value) ? [7] : ['0001-01-01T00:00:00.000Z', '2026-01-01', 'infinity', ''];
    return [...never, ...notThere].map((forged) => parts.with(index + start, forged));
  });
  return [...keys, [...parts, 1], parts.slice(0, -1)].map((each) => toCursor(JSON.stringify(each)));
}
