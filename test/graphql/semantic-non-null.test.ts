import { describe, expect, it } from '@jest/globals';
import {
  type ExecutionResult,
  execute,
  type GraphQLField,
  type GraphQLFieldConfigMap,
  GraphQLObjectType,
  GraphQLSchema,
  getNamedType,
  isLeafType,
  parse,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { schema } from '../../src/api/schema.ts';
import { markedFields } from '../fuzz/nulls.ts';

type Field = GraphQLField<unknown, unknown, unknown>;

/** An object with any property, down to any depth, whose methods all do the same. */
function anyObject(call: () => unknown): object {
  const self: object = new Proxy(() => undefined, {
    get: (_target, name) => {
      if (name === 'then') return undefined;
      return name === Symbol.iterator ? [][Symbol.iterator].bind([]) : self;
    },
    apply: call,
    construct: () => self,
  });
  return self;
}

const broken = anyObject(() => {
  throw new Error('broken');
});
/** Values of the parent, the arguments and the context by which a resolver can find nothing, or fail. */
const CASES: readonly [what: string, parent: unknown, context: unknown][] = [
  ['no context', {}, undefined],
  ['a parent without values', {}, anyObject(() => null)],
  ['rows without values', anyObject(() => null), anyObject(() => null)],
  ['promises of nothing', anyObject(async () => undefined), anyObject(async () => undefined)],
  ['services that fail', broken, broken],
];

/** Runs a field alone, by graphql-js or by graphql-jit. */
async function runField({ type, resolve }: Field, parent: unknown, context: unknown, isCompiled: boolean) {
  const fields: GraphQLFieldConfigMap<unknown, unknown> = {
    field: { type, resolve: (_parent, _args, ...rest) => resolve?.(parent, parent, ...rest) },
  };
  const alone = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }) });
  const document = parse(isLeafType(getNamedType(type)) ? '{ field }' : '{ field { __typename } }');
  if (!isCompiled) return await execute({ schema: alone, document, contextValue: context });
  const compiled = compileQuery(alone, document);
  if (!isCompiledQuery(compiled)) throw new Error('not compiled');
  return (await compiled.query({}, context, {})) as ExecutionResult;
}

describe('a field with @semanticNonNull', () => {
  it.each(markedFields())('%s is null only together with an error', async (coordinate) => {
    const [type = '', name = ''] = coordinate.split('.');
    const field = (schema.getType(type) as GraphQLObjectType).getFields()[name] as Field;
    let nulls = 0;
    for (const [what, parent, context] of CASES)
      for (const isCompiled of [false, true]) {
        const { data, errors } = await runField(field, parent, context, isCompiled);
        if (data?.field !== null) continue;
        nulls += 1;
        expect([what, errors?.[0]?.path]).toEqual([what, ['field']]);
      }
    expect(nulls).toBeGreaterThan(0);
  });
});
