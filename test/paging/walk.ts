import { expect } from '@jest/globals';
import type { Response } from 'supertest';
import type { Tenant, TestService } from '../harness/service.ts';
import type { Rows } from './rows.ts';
import type { Walked } from './walked.ts';

export interface Page {
  ids: string[];
  /** Undefined over REST. */
  hasPrevious?: boolean;
  hasNext: boolean;
  /** Cursors of the first and the last row. */
  start?: string | null;
  end: string | null;
}

type Arguments = Readonly<Record<string, string | number | null | undefined>>;

/** Writes the document of a page. Strings are written as they are. */
export function documentOf(each: Walked, args: Arguments, open = each.open): string {
  const text = Object.entries({ ...each.base, ...args })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
  const head = open(text);
  const depth = head.split('{').length - head.split('}').length;
  return `${head} edges { node { ${each.id} } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } ${'}'.repeat(depth)}`;
}

/** Finds the page in the answer to its document. */
function pageIn(value: unknown, id: string): Page {
  const {
    pageInfo,
    edges = [],
    ...others
  } = value as {
    pageInfo?: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
    edges?: { node: Record<string, unknown> }[];
  };
  if (!pageInfo) return pageIn(Object.values(others)[0], id);
  return {
    ids: edges.map(({ node }) => String(node[id])),
    hasPrevious: pageInfo.hasPreviousPage,
    hasNext: pageInfo.hasNextPage,
    start: pageInfo.startCursor,
    end: pageInfo.endCursor,
  };
}

export const quoted = (text: string) => JSON.stringify(text);

/** Reads a page of a connection. */
export async function readPage(
  service: TestService,
  { userKey }: Tenant,
  each: Walked,
  args: Arguments,
): Promise<Page> {
  const { body } = await service.graphql(userKey, documentOf(each, args));
  expect(body.errors).toBeUndefined();
  return pageIn(body.data, each.id);
}

/** Reads pages one after another: the first one without a cursor. Backwards, `next` leads to the page before. */
export type Reader = (cursor: string | undefined) => Promise<Page & { next: string | undefined }>;

const SIZE = 2;

export function readForwards(service: TestService, tenant: Tenant, each: Walked): Reader {
  return async (cursor) => {
    const after = cursor === undefined ? undefined : quoted(cursor);
    const page = await readPage(service, tenant, each, { first: SIZE, after });
    return { ...page, next: page.hasNext ? String(page.end) : undefined };
  };
}

export function readBackwards(service: TestService, tenant: Tenant, each: Walked): Reader {
  return async (cursor) => {
    const before = cursor === undefined ? undefined : quoted(cursor);
    const page = await readPage(service, tenant, each, { last: SIZE, before });
    return { ...page, next: page.hasPrevious ? String(page.start) : undefined };
  };
}

/** Follows the header Link. A body may have several arrays, which all are in the order of their ids. */
export function readRest(
  service: TestService,
  { userKey }: Tenant,
  [, url, id]: NonNullable<Walked['rest']>,
): Reader {
  return async (next) => {
    const response: Response = await service.rest(userKey).get(next ?? `${url}limit=${SIZE}`);
    expect([response.status, response.body.detail]).toEqual([200, undefined]);
    const rows = (Object.values(response.body).filter(Array.isArray) as Record<string, unknown>[][]).flat();
    const ids = rows.map((row) => String(row[id]));
    if (url.includes('/changes')) ids.sort((a, b) => Number(a) - Number(b));
    const link = /^<([^>]+)>; rel="next"$/.exec(response.headers.link ?? '')?.[1];
    return { ids, hasNext: link !== undefined, end: response.body.next_cursor, next: link };
  };
}

/** Reads the ids of all rows, in their order. */
export const readAll = async (service: TestService, tenant: Tenant, each: Walked): Promise<string[]> =>
  (await readPage(service, tenant, each, { first: 1000 })).ids;

/** Rows with which each walk begins, at least. */
const ROWS = 9;

/** Creates rows until there are enough. */
export async function fill(each: Walked, present: number): Promise<void> {
  for (let count = present; each.create && count < ROWS; count += 1)
    await each.create(count % 2 ? 'start' : 'end');
}

/**
 * Changes rows between two pages: creates some, deletes the one at the cursor and one that is still to come, and moves one
 * that was shown to the part that is not, and one the other way.
 *
 * @returns the ids of the rows that were there and changed.
 */
export async function disturb(
  rows: Rows,
  turn: number,
  { shown, coming, backwards }: { shown: readonly string[]; coming: readonly string[]; backwards: boolean },
): Promise<(string | undefined)[]> {
  if (turn > 2) return [];
  await rows.create?.('start');
  await rows.create?.('end');
  if (turn === 1) {
    const [back, forth] = [shown.at(-2), coming.at(-1)];
    if (back !== undefined) await rows.move?.(back, backwards ? 'start' : 'end');
    if (forth !== undefined) await rows.move?.(forth, backwards ? 'end' : 'start');
    return rows.move ? [back, forth] : [];
  }
  const gone = turn === 0 ? shown.at(-1) : coming.at(-2);
  if (gone !== undefined) await rows.remove?.(gone);
  return rows.remove ? [gone] : [];
}
