import { brandWithType, createContextCache, type ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import { decodeGlobalID } from '@pothos/plugin-relay';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { Fault, HTTP_STATUS, validationFault } from '../lib/fault.ts';
import { toRowId } from '../lib/row-id.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { entriesPrice } from './prices.ts';

/** Beyond them, an error rather than a share of the answer. */
export const MAX_NODE_IDS = 1_000;

type SchemaTypesOf = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;
type NodeRef = ObjectRef<SchemaTypesOf, object>;

/** What a selection needs of a Prisma model; empty for other types. */
type Query = object;

/**
 * Loads objects of one type by id, in one statement, as far as the caller may see them. Ids may be missing from the
 * result, which is in any order.
 */
type LoadNodes<T extends object> = (ids: number[], context: Context, query: Query) => Promise<readonly T[]>;

interface NodeType {
  ref: NodeRef;
  idOf: (node: object) => number;
  load: LoadNodes<object>;
  /** Whether the loader takes the query of a Prisma model. */
  isPrisma: boolean;
}

const types = new Map<string, NodeType>();

/** Lets `node` and `nodes` find objects of a type. */
export function defineNodes<T extends object>(
  ref: NodeRef,
  idOf: (node: T) => number,
  load: LoadNodes<T>,
  { isPrisma = false } = {},
): void {
  types.set(ref.name, { ref, idOf: (node) => idOf(node as T), load, isPrisma });
}

/** Objects of one type that are loaded together, because their selections need the same query. */
interface Group {
  type: NodeType;
  query: Query;
  /** Type and query as text: the same for groups of several fields that may be loaded together. */
  key: string;
}

interface NodeKey {
  id: number;
  group: Group;
}

type Loader = DataLoader<NodeKey, object | null, string>;

/** One loader a request: `node` behind many aliases is one statement as well. */
const loaderOf = createContextCache(
  (context: Context): Loader =>
    new DataLoader(
      async (keys) => {
        const groups = new Map<string, { group: Group; ids: number[] }>();
        for (const { group, id } of keys) {
          const ids = groups.get(group.key)?.ids;
          if (ids) ids.push(id);
          else groups.set(group.key, { group, ids: [id] });
        }
        const found = new Map(
          await Promise.all(
            [...groups].map(
              async ([key, { group, ids }]) => [key, await loadGroup(group, ids, context)] as const,
            ),
          ),
        );
        return keys.map(({ group, id }) => {
          const nodes = found.get(group.key);
          return nodes instanceof Error ? nodes : (nodes?.get(id) ?? null);
        });
      },
      { cacheKeyFn: ({ group, id }) => `${id} ${group.key}` },
    ),
);

/** @returns the objects by id, or why there are none; what the caller may not see is absent. */
async function loadGroup(
  { type, query }: Group,
  ids: number[],
  context: Context,
): Promise<ReadonlyMap<number, object> | Error> {
  try {
    const nodes = await type.load(ids, context, query);
    for (const node of nodes) brandWithType(node, type.ref);
    return new Map(nodes.map((node) => [type.idOf(node), node]));
  } catch (error) {
    if (isForbidden(error)) return new Map();
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** What a caller may not use is as absent here as what does not exist (contract, section 7). */
function isForbidden(error: unknown): boolean {
  return error instanceof Fault && [403, 404].includes(HTTP_STATUS[error.code]);
}

async function loadNode(
  globalId: string,
  context: Context,
  groupOf: (typeName: string) => Promise<Group | undefined>,
): Promise<object | null> {
  const { name, id } = readGlobalId(globalId);
  if (id === 0) return null;
  const group = await groupOf(name);
  return group ? loaderOf(context).load({ id, group }) : null;
}

/** A malformed id is that of no type. */
function readGlobalId(globalId: string): { name: string; id: number } {
  try {
    const { typename, id } = decodeGlobalID(globalId);
    return { name: typename, id: /^\d{1,10}$/.test(id) ? toRowId(id) : 0 };
  } catch {
    return { name: '', id: 0 };
  }
}

/** Returns a function that finds the group of a type below a field, once for all ids of the field. */
function groupsOf(context: Context, info: GraphQLResolveInfo) {
  const known = new Map<string, Promise<Group | undefined>>();
  return (typeName: string) => {
    const group = known.get(typeName) ?? readGroup(typeName, context, info);
    known.set(typeName, group);
    return group;
  };
}

async function readGroup(
  typeName: string,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Group | undefined> {
  const type = types.get(typeName);
  if (!type) return undefined;
  const query = type.isPrisma
    ? ((await queryFromInfo({ context, info, typeName, awaitSelections: true })) as Query)
    : {};
  return { type, query, key: `${typeName} ${JSON.stringify(query)}` };
}

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description:
      'One object by its global id. Null for an id that is malformed or unknown, and for an object that the caller may not see.',
    authScopes: { anyKey: true },
    args: { id: t.arg.id({ required: true, description: 'Global id: the field `id` of the object.' }) },
    resolve: (_root, { id }, context, info) => loadNode(String(id), context, groupsOf(context, info)),
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    complexity: ({ ids }) => entriesPrice(ids, { each: 1, points: 0 }),
    description: `Up to ${MAX_NODE_IDS} objects by their global ids, in the order of the ids. Null in the place of an id that is malformed or unknown, or whose object the caller may not see.`,
    authScopes: { anyKey: true },
    args: {
      ids: t.arg.idList({
        required: true,
        description: `1 to ${MAX_NODE_IDS} global ids: values of the field \`id\`.`,
      }),
    },
    resolve: (_root, { ids }, context, info) => {
      if (ids.length > MAX_NODE_IDS) {
        const message = `must contain at most ${MAX_NODE_IDS} ids; ${ids.length} were sent. Split them into several requests`;
        throw validationFault([{ pointer: '/ids', message }]);
      }
      const groupOf = groupsOf(context, info);
      return ids.map((id) => loadNode(String(id), context, groupOf));
    },
  }),
}));
