import type { FieldMap, ObjectRef } from '@pothos/core';
import type { GraphQLObjectType } from 'graphql';
import {
  type Keyset,
  type Page,
  type PageArguments,
  type PageBounds,
  positionCursor,
  rowCursor,
  STANDARD_PAGE,
  toKeyset,
  toWindow,
} from '../lib/page.ts';
import { FREE } from './analysis/prices.ts';
import { type BuilderTypes, builder, innerType } from './builder.ts';

type MaybePromise<T> = T | Promise<T>;

/** Options of the argument `first` of a page. An explicit null means the default as well. */
export function firstOf({ defaultLimit, maxLimit }: PageBounds, what = 'Page size') {
  return { defaultValue: defaultLimit, description: `${what}: 1 to ${maxLimit}.` } as const;
}

const AFTER = { description: 'Cursor of the last edge of the previous page. Default: the first page.' };

const OFFSET = {
  defaultValue: 0,
  description: 'Number of objects to skip. It is ignored beside a cursor.',
} as const;

/** Creates the arguments of a page that begins after a cursor. */
export function cursorArguments(bounds: PageBounds) {
  return builder.args((t) => ({ first: t.int(firstOf(bounds)), after: t.string(AFTER) }));
}

/** Arguments of a page of the contract, section 1, which begins after a cursor or at an offset. */
export const pageArguments = {
  ...cursorArguments(STANDARD_PAGE),
  ...builder.args((t) => ({ offset: t.int(OFFSET) })),
};

/** Creates the arguments by which numbered pages are read backwards. */
export function backwardArguments({ maxLimit }: PageBounds) {
  return builder.args((t) => ({
    last: t.int({
      description: `Number of objects from the end, in the same order: 1 to ${maxLimit}. \`first\` is then ignored.`,
    }),
    before: t.string({
      description: 'Cursor of the first edge of the following page: returns only objects before it.',
    }),
  }));
}

/** Arguments of a page of the contract that can be read from either end, because its objects are numbered. */
export const numberedPageArguments = { ...pageArguments, ...backwardArguments(STANDARD_PAGE) };

/** Reason for which a connection of objects in the order of their ids takes neither `last` nor `before`. */
export const AFTER_AN_ID =
  'Pages are read forwards only, because each begins after an id; `offset` leads to the end.';

interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
}

/** A Relay connection that knows, or can find out, how many nodes there are in all. */
export interface Connection<T> {
  /** Promises in deferred connections alone. */
  readonly edges: MaybePromise<ReadonlyArray<Edge<T>>>;
  readonly pageInfo: MaybePromise<PageInfo>;
  /** Called only when a query selects totalCount. */
  countAll(): MaybePromise<number>;
}

/** Part that a type has in a page: its fields with the items and their number on all pages, or one item with its cursor. */
export type PagePart = { isA: 'page'; items: string; total: string } | { isA: 'edge' };

/** Declares the part of a type, for APIs that show pages in another form. */
export function inPages(part: PagePart) {
  return { pagePart: part };
}

export function pagePartOf({ extensions }: GraphQLObjectType): PagePart | undefined {
  return extensions.pagePart as PagePart | undefined;
}

interface ConnectionOptions {
  deferred?: boolean;
  forwardsOnly?: string;
  edgeFields?: (t: EdgeFieldBuilder) => FieldMap;
}

type EdgeFieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, Edge<object>>;

/**
 * Declares `NAMEConnection` and `NAMEEdge` with `totalCount`.
 *
 * @param noun what a page holds, for the descriptions: "a company".
 * @param options.deferred whether pages read their edges only when a query selects them. Such fields need a resolver: a
 * compiled document takes a plain property as it is, and a promise there would be an error.
 * @param options.forwardsOnly sentence that says why its fields take neither `last` nor `before`; they do without it.
 * @param options.edgeFields what an edge says of its node that is true on this page alone.
 */
export function defineConnection(
  name: string,
  noun: string,
  node: ObjectRef<BuilderTypes, object>,
  { deferred = false, forwardsOnly, edgeFields = () => ({}) }: ConnectionOptions = {},
) {
  const edge = innerType<Edge<object>>(`${name}Edge`, {
    description: `Edge of a connection: ${noun} and its cursor.`,
    extensions: inPages({ isA: 'edge' }),
    fields: (t) => ({
      cursor: t.exposeString('cursor', {
        description: 'Position of this edge. Pass it as `after` to get the edges that follow.',
      }),
      node: t.expose('node', { type: node, description: 'Object that the edge leads to.' }),
      ...edgeFields(t),
    }),
  });
  const edges = {
    type: [edge] as [typeof edge],
    price: FREE,
    description: 'Edges of this page, in the order of the connection.',
  };
  const pageInfo = {
    type: builder.pageInfoRef(),
    price: FREE,
    description: 'Cursors of this page, and whether there are more pages.',
  };
  return innerType<Connection<object>>(`${name}Connection`, {
    description: [`Page of a connection. Each edge leads to ${noun}.`, forwardsOnly]
      .filter(Boolean)
      .join(' '),
    extensions: inPages({ isA: 'page', items: 'edges', total: 'totalCount' }),
    fields: (t) => ({
      edges: deferred ? t.field({ ...edges, resolve: (page) => page.edges }) : t.expose('edges', edges),
      pageInfo: deferred
        ? t.field({ ...pageInfo, resolve: (page) => page.pageInfo })
        : t.expose('pageInfo', pageInfo),
      totalCount: t.field({
        type: 'SafeInt',
        description: 'Total number of objects across all pages.',
        resolve: (page) => page.countAll(),
      }),
    }),
  });
}

/** Rows of which a field shows one page at a time. */
interface Rows<T> {
  /** Reads as many rows as the limit says, in the order of the pages. */
  read: (page: Keyset) => MaybePromise<readonly T[]>;
  /** Counts the rows of all pages. */
  countAll: () => MaybePromise<number>;
  /** Rows that are in the order of their ids: a page begins after a row. Otherwise it begins at a position. */
  idOf?: (row: T) => number;
  /** Largest id of the rows. Default: that of a 4-byte integer. */
  largestId?: number;
  /** Default: those of the contract. */
  bounds?: PageBounds;
}

/**
 * Reads a page as a connection, and one row more, which tells whether there is another page.
 *
 * @throws Fault validation_error
 */
export async function readPage<T>(
  args: PageArguments,
  { read, countAll, idOf, largestId, bounds = STANDARD_PAGE }: Rows<T>,
): Promise<Connection<T>> {
  const page = idOf
    ? toKeyset(args, bounds, largestId)
    : { ...(await toWindow(args, bounds, countAll)), after: undefined };
  const found = await read({ ...page, limit: page.limit + 1 });
  const rows = found.slice(0, page.limit);
  const toCursor = idOf && ((_position: number, row: T) => rowCursor(idOf(row)));
  return toConnection(rows, page, found.length > page.limit, countAll, toCursor);
}

type ToCursor<T> = (position: number, node: T) => string;

/**
 * Creates a connection over one page of nodes. Cursors are made when they are asked for.
 *
 * @param toCursor writes the cursor of a node, by its position as counted from the first page.
 */
export function toConnection<T>(
  nodes: readonly T[],
  { offset, after }: Pick<Page, 'offset'> & Partial<Keyset>,
  hasNextPage: boolean,
  countAll: () => MaybePromise<number>,
  toCursor: ToCursor<T> = positionCursor,
): Connection<T> {
  const edges = nodes.map((node, i) => new PageEdge(node, offset + i, toCursor));
  return {
    edges,
    get pageInfo() {
      const startCursor = edges[0]?.cursor ?? null;
      const endCursor = edges.at(-1)?.cursor ?? null;
      const hasPreviousPage = offset > 0 || after !== undefined;
      return { hasNextPage, hasPreviousPage, startCursor, endCursor };
    },
    countAll,
  };
}

/** An edge of a class, not a literal with a getter: V8 gives each of those a hidden class of its own. */
class PageEdge<T> implements Edge<T> {
  readonly node: T;
  readonly #position: number;
  readonly #toCursor: ToCursor<T>;

  constructor(node: T, position: number, toCursor: ToCursor<T>) {
    this.node = node;
    this.#position = position;
    this.#toCursor = toCursor;
  }

  get cursor(): string {
    return this.#toCursor(this.#position, this.node);
  }
}
