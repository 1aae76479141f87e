import {
  type GraphQLField,
  GraphQLInt,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { type Draft, writeField } from './graphql-requests.ts';
import { markedFields } from './nulls.ts';
import type { Random } from './random.ts';
import type { FuzzRequest } from './request.ts';
import type { World } from './values.ts';

type Field = GraphQLField<unknown, unknown>;

/** Requests each field that is marked with `@semanticNonNull` by its shortest way from a root: queries first. */
export function* graphqlTour(random: Random, world: World, key: string): Generator<FuzzRequest> {
  const ways = waysFrom(schema.getQueryType() as GraphQLObjectType);
  const coordinates = markedFields().map((each) => each.split('.') as [type: string, field: string]);
  const isMutation = ([type]: readonly [string, string]) => type === 'Mutation';
  for (const [type, name] of [
    ...coordinates.filter((each) => !isMutation(each)),
    ...coordinates.filter(isMutation),
  ]) {
    const way = type === 'Mutation' ? [] : ways.get(type);
    const field = (schema.getType(type) as GraphQLObjectType).getFields()[name];
    if (!way || !field) throw new Error(`no way leads to ${type}.${name}`);
    const draft: Draft = { random, world, faults: 0, declared: [], variables: {} };
    const steps = [...way, field].map((each) => writeField(draft, asLeaf(each), 0));
    const end = isLeafType(getNamedType(field.type)) ? '' : '__typename';
    const selection = steps.reduceRight((below, step) => step + (below && ` { ${below} }`), end);
    const head = draft.declared.length > 0 ? `(${draft.declared.join(', ')})` : '';
    const query = `${type === 'Mutation' ? 'mutation' : 'query'} ${head} { ${selection} }`;
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ query, variables: draft.variables });
    yield { method: 'POST', path: '/graphql', headers, body };
  }
}

/** Arguments without which a field says nothing, although none of them is required. */
const NEEDED = new Set(['definitionJson']);

/** A field without its selection, and without arguments that may be left out. */
const asLeaf = (field: Field): Field => ({
  ...field,
  type: GraphQLInt,
  args: field.args.filter((each) => isRequiredArgument(each) || NEEDED.has(each.name)),
});

/** Returns the shortest way to each type, as the fields that lead there. */
function waysFrom(root: GraphQLObjectType): ReadonlyMap<string, readonly Field[]> {
  const ways = new Map<string, readonly Field[]>([[root.name, []]]);
  for (const [name, way] of ways) {
    const type = schema.getType(name);
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const below = getNamedType(field.type).name;
      if (!ways.has(below)) ways.set(below, [...way, field]);
    }
  }
  return ways;
}
