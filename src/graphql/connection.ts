import type { ObjectRef } from '@pothos/core';
import { builder, inheritsAccess } from './builder.ts';
import { type Page, writeCursor } from './cursors.ts';

interface Edge<T> {
  cursor: string;
  node: T;
}

/** A Relay connection that knows, or can find out, how many nodes there are in all. */
export interface Connection<T> {
  edges: Edge<T>[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  /** Called only when a query selects totalCount. */
  countAll(): number | Promise<number>;
}

type SchemaTypesOf = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;

/**
 * Declares `NAMEConnection` and `NAMEEdge` with `totalCount`.
 *
 * @param noun what a page holds, for the descriptions: "a company".
 */
export function defineConnection(name: string, noun: string, node: ObjectRef<SchemaTypesOf, object>) {
  const edge = builder.objectRef<Edge<object>>(`${name}Edge`).implement({
    description: `An edge to ${noun}.`,
    extensions: inheritsAccess,
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'Its place, for the argument `after`.' }),
      node: t.field({ type: node, description: 'The object itself.', resolve: (parent) => parent.node }),
    }),
  });
  return builder.objectRef<Connection<object>>(`${name}Connection`).implement({
    description: `A page of edges, each to ${noun}.`,
    extensions: inheritsAccess,
    fields: (t) => ({
      edges: t.field({ type: [edge], description: 'This page.', resolve: (page) => page.edges }),
      pageInfo: t.field({
        type: builder.pageInfoRef(),
        description: 'Where this page stands.',
        resolve: (page) => page.pageInfo,
      }),
      totalCount: t.int({ description: 'How many there are in all.', resolve: (page) => page.countAll() }),
    }),
  });
}

/** A connection over one page of nodes. */
export function toConnection<T>(
  nodes: readonly T[],
  { offset }: Page,
  hasNextPage: boolean,
  countAll: () => number | Promise<number>,
): Connection<T> {
  const edges = nodes.map((node, i) => ({ cursor: writeCursor(offset + i), node }));
  const startCursor = edges[0]?.cursor ?? null;
  const endCursor = edges.at(-1)?.cursor ?? null;
  return { edges, pageInfo: { hasNextPage, hasPreviousPage: offset > 0, startCursor, endCursor }, countAll };
}
