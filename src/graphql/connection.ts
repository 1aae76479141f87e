import type { FieldMap, ObjectRef } from '@pothos/core';
import type { Keyset, Page } from '../lib/page.ts';
import { FREE } from './analysis/prices.ts';
import { type BuilderTypes, builder, innerType } from './builder.ts';
import { writeCursor, writeIdCursor } from './cursors.ts';

type MaybePromise<T> = T | Promise<T>;

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
  countAll(): number | Promise<number>;
}

interface ConnectionOptions {
  deferred?: boolean;
  edgeFields?: (t: EdgeFieldBuilder) => FieldMap;
}

type EdgeFieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, Edge<object>>;

/**
 * Declares `NAMEConnection` and `NAMEEdge` with `totalCount`.
 *
 * @param noun what a page holds, for the descriptions: "a company".
 * @param options.deferred whether pages read their edges only when a query selects them. Such fields need a resolver: a
 * compiled document takes a plain property as it is, and a promise there would be an error.
 * @param options.edgeFields what an edge says of its node that is true on this page alone.
 */
export function defineConnection(
  name: string,
  noun: string,
  node: ObjectRef<BuilderTypes, object>,
  { deferred = false, edgeFields = () => ({}) }: ConnectionOptions = {},
) {
  const edge = innerType<Edge<object>>(`${name}Edge`, {
    description: `Edge of a connection: ${noun} and its cursor.`,
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
    complexity: FREE,
    description: 'Edges of this page, in the order of the connection.',
  };
  const pageInfo = {
    type: builder.pageInfoRef(),
    complexity: FREE,
    description: 'Cursors of this page, and whether there are more pages.',
  };
  return innerType<Connection<object>>(`${name}Connection`, {
    description: `Page of a connection. Each edge leads to ${noun}.`,
    fields: (t) => ({
      edges: deferred ? t.field({ ...edges, resolve: (page) => page.edges }) : t.expose('edges', edges),
      pageInfo: deferred
        ? t.field({ ...pageInfo, resolve: (page) => page.pageInfo })
        : t.expose('pageInfo', pageInfo),
      totalCount: t.int({
        description: 'Number of objects on all pages together.',
        resolve: (page) => page.countAll(),
      }),
    }),
  });
}

type ToCursor<T> = (position: number, node: T) => string;

/**
 * Creates a connection over one page of nodes. Cursors are made when they are asked for.
 *
 * @param toCursor writes the cursor of a node, by its position as counted from the first page.
 */
export function toConnection<T>(
  nodes: readonly T[],
  { offset }: Pick<Page, 'offset'>,
  hasNextPage: boolean,
  countAll: () => number | Promise<number>,
  toCursor: ToCursor<T> = writeCursor,
): Connection<T> {
  const edges = nodes.map((node, i) => new OffsetEdge(node, offset + i, toCursor));
  return {
    edges,
    get pageInfo() {
      const startCursor = edges[0]?.cursor ?? null;
      const endCursor = edges.at(-1)?.cursor ?? null;
      return { hasNextPage, hasPreviousPage: offset > 0, startCursor, endCursor };
    },
    countAll,
  };
}

/**
 * Creates a connection over a page that begins after a row.
 *
 * @param found rows of the page, and one more if there is another page.
 */
export function toKeysetConnection<T>(
  found: readonly T[],
  { limit, after, offset: skipped }: Keyset,
  idOf: (node: T) => number,
  countAll: () => number | Promise<number>,
): Connection<T> {
  const nodes = found.slice(0, limit);
  // A position says only whether there are rows before: cursors name the rows themselves.
  const offset = after === undefined && skipped === 0 ? 0 : 1;
  const toCursor = (position: number) => writeIdCursor(idOf(nodes[position - offset] as T));
  return toConnection(nodes, { offset }, found.length > limit, countAll, toCursor);
}

class OffsetEdge<T> implements Edge<T> {
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
