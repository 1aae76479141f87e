import type { FieldMap, InterfaceRef, ObjectRef } from '@pothos/core';
import type { GraphQLObjectType } from 'graphql';
import {
  Cursors,
  type Key,
  type KeyOrder,
  type Keyset,
  type PageArguments,
  type PageBounds,
  type PageWindow,
  STANDARD_PAGE,
  toWindow,
} from '../lib/page.ts';
import { FREE } from './analysis/prices.ts';
import { type BuilderTypes, builder, innerType } from './builder.ts';
import { type Ends, type MaybePromise, type PageInfo, PageInfoRef } from './page-info.ts';
import { WindowEnds } from './window-ends.ts';

/** Options of the argument `first` of a page. An explicit null means the default as well. */
export function firstOf({ defaultLimit, maxLimit }: PageBounds, what = 'Page size') {
  return { defaultValue: defaultLimit, description: `${what}: 1 to ${maxLimit}.` } as const;
}

const AFTER = {
  description:
    'Cursor of the last edge of the previous page, under the same order and filters. Default: the first page.',
};

/** Without a default in the schema, which could not be told from an offset beside a cursor. */
const OFFSET = {
  description: 'Number of objects to skip; 0 unless given. Not together with a cursor or `last`.',
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

/** Creates the arguments by which pages are read backwards. */
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

/** Arguments of a page of the contract that can be read from either end. */
export const bothWaysPageArguments = { ...pageArguments, ...backwardArguments(STANDARD_PAGE) };

/** Reason for which a connection of objects in the order of their ids takes neither `last` nor `before`. */
export const AFTER_AN_ID =
  'Pages are read forwards only, because each begins after an id; `offset` leads to the end.';

interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

/** A Relay connection that knows, or can find out, how many nodes there are in all. */
export interface Connection<T> {
  /** Promises in deferred connections alone. */
  readonly edges: MaybePromise<ReadonlyArray<Edge<T>>>;
  readonly pageInfo: MaybePromise<PageInfo>;
  /** Called only when a query selects totalCount. */
  countAll(): MaybePromise<number>;
}

/** Part that a type has in a connection: the page, or one item with its cursor. */
type PagePart = 'page' | 'edge';

/** Declares the part of a type, for APIs that show pages in another form. */
export function inPages(part: PagePart) {
  return { pagePart: part };
}

export function pagePartOf({ extensions }: Pick<GraphQLObjectType, 'extensions'>): PagePart | undefined {
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
  node: ObjectRef<BuilderTypes, object> | InterfaceRef<BuilderTypes, object>,
  { deferred = false, forwardsOnly, edgeFields = () => ({}) }: ConnectionOptions = {},
) {
  const edge = innerType<Edge<object>>(`${name}Edge`, {
    description: `Edge of a connection: ${noun} and its cursor.`,
    extensions: inPages('edge'),
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
    type: PageInfoRef,
    price: FREE,
    description: 'Cursors of this page, and whether there are more pages.',
  };
  return innerType<Connection<object>>(`${name}Connection`, {
    description: [`Page of a connection. Each edge leads to ${noun}.`, forwardsOnly]
      .filter(Boolean)
      .join(' '),
    extensions: inPages('page'),
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
interface Rows {
  /** Names the field and what it belongs to, such as the id of a list. Cursors of other rows are refused. */
  scope: readonly unknown[];
  /** Counts the rows of all pages. */
  countAll: () => MaybePromise<number>;
  /** Default: those of the contract. */
  bounds?: PageBounds;
}

/** Rows in an order. They are read as many as the limit says, as a window describes. */
interface KeyedRows<Row, Node> extends Rows {
  order: KeyOrder;
  read: (window: PageWindow) => MaybePromise<readonly Row[]>;
  keyOf: (row: Row) => Key;
  /** Loads what edges show of rows; null leaves out the edge. Default: the rows themselves. */
  load?: (rows: readonly Row[]) => Promise<readonly (Node | null)[]>;
}

/** Rows in the order of their ids, in either direction, which are read forwards only. */
interface RowsById<Row> extends Rows {
  idOf: (row: Row) => number;
  /** Whether ids are 8-byte integers. Default: 4 bytes. */
  hasBigIds?: boolean;
  read: (page: Keyset) => MaybePromise<readonly Row[]>;
}

const BY_ID: KeyOrder = { name: 'id', types: ['integer'] };
const BY_BIG_ID: KeyOrder = { name: 'id', types: ['bigint'] };

/**
 * Reads a page as a connection, and one row more, which tells whether there is another page.
 *
 * @param args all arguments of the field: cursors are bound to its filters.
 * @throws Fault validation_error
 */
export async function readPage<Row, Node extends object = Row & object>(
  args: FieldArguments,
  rows: KeyedRows<Row, Node>,
): Promise<Connection<Node>> {
  return preparePage(args, rows)();
}

/** Reads a page of rows in the order of their ids, as `readPage` does. */
export async function readPageById<Row extends object>(
  args: FieldArguments,
  { idOf, hasBigIds, read, ...rows }: RowsById<Row>,
): Promise<Connection<Row>> {
  return readPage(args, {
    ...rows,
    order: hasBigIds ? BY_BIG_ID : BY_ID,
    read: ({ limit, offset, after }) => read({ limit, offset, after: after && Number(after[0]) }),
    keyOf: (row: Row) => [idOf(row)],
  });
}

/** Checks the arguments of a page, as `readPage` does, and returns the function that reads it. */
export function preparePage<Row, Node extends object = Row & object>(
  args: FieldArguments,
  rows: KeyedRows<Row, Node>,
): () => Promise<Connection<Node>> {
  const { bounds = STANDARD_PAGE, countAll, keyOf, load } = rows;
  const cursors = new Cursors(rows.order, [...rows.scope, filtersIn(args)]);
  const window = toWindow(args, bounds, cursors);
  return async () => {
    const found = await rows.read({ ...window, limit: window.limit + 1 });
    const shown = found.slice(0, window.limit);
    if (window.backwards) shown.reverse();
    const nodes = load ? await load(shown) : (shown as readonly unknown[] as readonly Node[]);
    const ends = new WindowEnds(rows, window, shown, found.length > window.limit);
    return toConnection(shown, nodes, (row) => cursors.write(keyOf(row)), ends, countAll);
  };
}

/** All arguments of a field. Those that are not of pages are filters. */
interface FieldArguments extends PageArguments {
  orderBy?: unknown;
}

/** Returns the filters among arguments, always in one order. Null and absent are the same. */
function filtersIn(args: FieldArguments): [string, unknown][] {
  const { first, after, last, before, offset, orderBy, ...filters } = args;
  return Object.entries(filters)
    .filter(([, value]) => value != null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Creates a connection over one page of rows. Cursors are made when they are asked for.
 *
 * @param nodes what the edges show, in the order of the rows. A row without a node has no edge, but may end the page.
 */
export function toConnection<Row, Node extends object>(
  rows: readonly Row[],
  nodes: readonly (Node | null)[],
  cursorOf: (row: Row) => string,
  ends: Ends,
  countAll: () => MaybePromise<number>,
): Connection<Node> {
  const edges: PageEdge<Row, Node>[] = [];
  for (const [index, node] of nodes.entries())
    if (node !== null) edges.push(new PageEdge(rows[index] as Row, node, cursorOf));
  const cursorAt = (index: number) => (rows.length > 0 ? cursorOf(rows.at(index) as Row) : null);
  return {
    edges,
    pageInfo: {
      get hasNextPage() {
        return ends.hasNextPage;
      },
      get hasPreviousPage() {
        return ends.hasPreviousPage;
      },
      get startCursor() {
        return cursorAt(0);
      },
      get endCursor() {
        return cursorAt(-1);
      },
    },
    countAll,
  };
}

/** An edge of a class, not a literal with a getter: V8 gives each of those a hidden class of its own. */
class PageEdge<Row, Node> implements Edge<Node> {
  readonly node: Node;
  readonly #row: Row;
  readonly #cursorOf: (row: Row) => string;

  constructor(row: Row, node: Node, cursorOf: (row: Row) => string) {
    this.node = node;
    this.#row = row;
    this.#cursorOf = cursorOf;
  }

  get cursor(): string {
    return this.#cursorOf(this.#row);
  }
}
