import { brandWithType, createContextCache, type InterfaceRef, type ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { Fault, HTTP_STATUS, validationFault } from '../lib/fault.ts';
import { entriesPrice } from './analysis/prices.ts';
import { type BuilderTypes, builder } from './builder.ts';
import type { Context } from './context.ts';
import { type ReadKey, readGlobalId, rowKey, toKeyOf } from './ids.ts';

/** Maximum number of ids in a call of `nodes`. More are refused, not truncated. */
const MAX_NODE_IDS = 1_000;

type NodeRef = ObjectRef<BuilderTypes, object> | InterfaceRef<BuilderTypes, object>;

/** `select` or `include` of a Prisma query for the selected fields; empty for other types. */
type Query = object;

/** Loads the objects of one type by key, in the order of the keys; null for those that the caller may not see. */
type LoadNodes<T extends object, Key = number> = (
  keys: Key[],
  context: Context,
  query: Query,
) => Promise<readonly (T | null)[]>;

/** Loads the rows that the caller may see, in any order, in one statement. */
type LoadRows<T extends object> = (ids: number[], context: Context, query: Query) => Promise<readonly T[]>;

interface NodeType {
  ref: NodeRef;
  /** Loads objects by what follows the type in their global ids. */
  load: LoadNodes<object, string>;
  /** True when the loader needs the query of a Prisma model. */
  isPrisma: boolean;
  /** Returns the name of the type of an object, where `ref` is an interface. */
  typeNameOf?: ((node: never) => string) | undefined;
}

const types = new Map<string, NodeType>();

/** Registers how `node` and `nodes` load objects of a type. An object may have another id than the one asked for. */
export function defineNodes<T extends object>(ref: NodeRef, load: LoadNodes<T>): void {
  defineKeyedNodes(ref, rowKey, load);
}

/**
 * Registers how `node` and `nodes` load objects whose global ids have another key than the number of a row.
 *
 * @param typeNameOf returns the name of the type of an object, where `ref` is an interface.
 */
export function defineKeyedNodes<T extends object, Key>(
  ref: NodeRef,
  readKey: ReadKey<Key>,
  load: LoadNodes<T, Key>,
  typeNameOf?: (node: T) => string,
): void {
  types.set(ref.name, { ref, load: byText(readKey, load), isPrisma: false, typeNameOf });
}

/** Registers how `node` and `nodes` load rows of a Prisma model. */
export function definePrismaNodes<T extends { id: number }>(ref: NodeRef, load: LoadRows<T>): void {
  const loadInOrder: LoadNodes<T> = async (ids, context, query) =>
    inOrder(ids, await load(ids, context, query), ({ id }) => id);
  types.set(ref.name, { ref, load: byText(rowKey, loadInOrder), isPrisma: true });
}

/** Loads by the texts of keys. A text that is no key of the type has no object, and takes no part in the statement. */
function byText<T extends object, Key>(readKey: ReadKey<Key>, load: LoadNodes<T, Key>): LoadNodes<T, string> {
  return async (texts, context, query) => {
    const keys = texts.map(readKey);
    const known = keys.filter((key) => key !== undefined);
    if (known.length === 0) return texts.map(() => null);
    const found = (await load(known, context, query)).values();
    return keys.map((key) => (key === undefined ? null : (found.next().value ?? null)));
  };
}

/** Returns objects in the order of their ids; null where there is none. */
export function inOrder<T, Id extends number | string>(
  ids: readonly Id[],
  nodes: readonly T[],
  idOf: (node: T) => Id,
): (T | null)[] {
  const byId = new Map(nodes.map((node) => [idOf(node), node]));
  return ids.map((id) => byId.get(id) ?? null);
}

type Loader = DataLoader<string, object | null>;

const loadersOf = createContextCache((_context: Context) => new Map<string, Loader>());

/** Returns the loader of a request for a type and query: `node` behind many aliases takes one statement as well. */
function loaderOf(type: NodeType, context: Context, query: Query): Loader {
  const loaders = loadersOf(context);
  const name = `${type.ref.name} ${JSON.stringify(query)}`;
  const loader = loaders.get(name) ?? new DataLoader((keys) => loadNodes(type, keys, context, query));
  loaders.set(name, loader);
  return loader;
}

/** @returns the objects in the order of the keys; null for those that the caller may not see. */
async function loadNodes(
  { ref, load, typeNameOf = () => ref.name }: NodeType,
  keys: readonly string[],
  context: Context,
  query: Query,
): Promise<(object | null)[]> {
  try {
    const nodes = await load([...keys], context, query);
    for (const node of nodes) if (node) brandWithType(node, typeNameOf(node as never) as never);
    return [...nodes];
  } catch (error) {
    // Objects that the caller may not use look as if they did not exist (contract, section 7).
    if (error instanceof Fault && [403, 404].includes(HTTP_STATUS[error.code])) return keys.map(() => null);
    throw error;
  }
}

type FindLoader = (typeName: string) => Promise<Loader | undefined>;

async function loadNode(globalId: string, findLoader: FindLoader): Promise<object | null> {
  const { typeName, key } = readGlobalId(globalId);
  const loader = await findLoader(typeName);
  return loader ? loader.load(key) : null;
}

/** Returns a function that finds the loader of a type below a field, once for all ids of the field. */
function loadersBelow(context: Context, info: GraphQLResolveInfo): FindLoader {
  const known = new Map<string, ReturnType<FindLoader>>();
  return (typeName) => {
    const loader = known.get(typeName) ?? findLoader(typeName, context, info);
    known.set(typeName, loader);
    return loader;
  };
}

async function findLoader(
  typeName: string,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Loader | undefined> {
  const type = types.get(typeName);
  if (!type) return undefined;
  const options = { context, info, typeName, awaitSelections: true };
  const query = type.isPrisma ? ((await queryFromInfo(options)) as Query) : {};
  return loaderOf(type, context, query);
}

/**
 * Loads an object that a row refers to, together with those of other rows. Null if the caller may not see it.
 *
 * @param info of a field that returns the object.
 */
export async function loadReference(
  typeName: string,
  id: number,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<object | null> {
  return (await findLoader(typeName, context, info))?.load(String(id)) ?? null;
}

/**
 * Loads the object that an argument of a field names, by its global id or its number, under the rule of `node`.
 *
 * @param refusal makes the fault for an object that does not exist, or that the caller may not see.
 * @throws Fault
 */
export async function requireNode<T extends object>(
  typeName: string,
  id: string,
  context: Context,
  info: GraphQLResolveInfo,
  refusal: () => Fault,
): Promise<T> {
  const found = await (await findLoader(typeName, context, info))?.load(toKeyOf(typeName, id));
  if (!found) throw refusal();
  return found as T;
}

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description:
      'One object by its global id. Null if the id is malformed or unknown, or if the caller may not see the object.',
    authScopes: { anyKey: true },
    args: { id: t.arg.id({ required: true, description: 'Global id: the field `id` of the object.' }) },
    resolve: (_root, { id }, context, info) => loadNode(String(id), loadersBelow(context, info)),
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    price: ({ ids }) => entriesPrice(ids, { each: 1, points: 0 }),
    description: `Up to ${MAX_NODE_IDS} objects by their global ids, in the order of the ids. An item is null if its id is malformed or unknown, or if the caller may not see the object.`,
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
      const loaderFor = loadersBelow(context, info);
      return ids.map((id) => loadNode(String(id), loaderFor));
    },
  }),
}));
