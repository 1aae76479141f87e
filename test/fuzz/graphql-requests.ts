import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { hostile, nested, SWEPT } from './hostile.ts';
import type { Random } from './random.ts';
import { encode, type FuzzRequest } from './request.ts';
import { fitting, MISSING, type Override, type World } from './values.ts';

type Field = GraphQLField<unknown, unknown>;

/** A document under construction. */
export interface Draft {
  random: Random;
  world: World;
  faults: number;
  declared: string[];
  variables: Record<string, unknown>;
  override?: Override;
}

const NOT_DOCUMENTS = [
  '',
  '{',
  '{ __typename',
  'query {',
  '# nothing',
  '{ a: __typename } { b: __typename }',
  'fragment A on Query { ...A } { ...A }',
  '\u0000',
  '{ viewer { user { ...',
  'subscription { __typename }',
];

/** Creates an operation of one to three root fields: mostly valid, otherwise with one or two errors. */
export function graphqlRequest(random: Random, world: World, key: string | undefined): FuzzRequest {
  const faults = random.chance(0.5) ? 0.2 : 0;
  const headers: Record<string, string> = key === undefined ? {} : { 'X-API-Key': key };
  headers['Content-Type'] = random.chance(faults / 5) ? random.pick(['text/plain', '']) : 'application/json';
  if (random.chance(0.3))
    headers.Accept = random.pick(['application/json', 'application/graphql-response+json', '*/*']);
  const draft: Draft = { random, world, faults, declared: [], variables: {} };
  const query = random.chance(faults / 5) ? random.pick(NOT_DOCUMENTS) : documentOf(draft);
  const content: Record<string, unknown> = { query, variables: draft.variables };
  if (random.chance(faults / 4))
    content[random.pick(['variables', 'operationName', 'extensions', 'query', 'x'])] = hostile(random);
  if (random.chance(faults / 10)) content.variables = nested(random);
  if (random.chance(0.1))
    return { method: 'GET', path: `/graphql?${queryString(content)}`, headers, body: undefined };
  return {
    method: 'POST',
    path: '/graphql',
    headers,
    body: JSON.stringify(random.chance(faults / 10) ? [content] : content),
  };
}

/** Root fields that return objects whose fields have arguments. */
const PARENTS = ['list', 'company', 'previewCount'] as const;

/** Sweeps each argument and each input field through all hostile values, with everything else valid. */
export function* graphqlSweep(random: Random, world: World, key: string): Generator<FuzzRequest> {
  const query = schema.getQueryType();
  const mutation = schema.getMutationType();
  if (!query || !mutation) throw new Error('the schema lacks a root');
  for (const root of [query, mutation]) {
    const kind = root === query ? 'query' : 'mutation';
    for (const field of Object.values(root.getFields())) {
      yield* sweepOf(kind, field, (draft) => `r0: ${writeField(draft, field, 0)}`, { random, world, key });
    }
  }
  for (const name of PARENTS) {
    const parent = query.getFields()[name];
    const type = parent && getNamedType(parent.type);
    if (!parent || !isObjectType(type)) throw new Error(`there is no ${name}`);
    for (const field of Object.values(type.getFields())) {
      const write = (draft: Draft) => {
        // The hostile value is only for the field below.
        const { override: _override, ...plain } = draft;
        const head = writeField(plain, { ...parent, type: GraphQLInt }, 0);
        return `r0: ${head} { ${writeField(draft, field, 0)} }`;
      };
      yield* sweepOf('query', field, write, { random, world, key });
    }
  }
}

function* sweepOf(
  kind: string,
  field: Field,
  write: (draft: Draft) => string,
  { random, world, key }: { random: Random; world: World; key: string },
): Generator<FuzzRequest> {
  for (const name of namesOf(field.args)) {
    for (const value of [...SWEPT, MISSING]) {
      const draft: Draft = {
        random,
        world,
        faults: 0,
        declared: [],
        variables: {},
        override: { name, value },
      };
      const selection = write(draft);
      const head = draft.declared.length > 0 ? `(${draft.declared.join(', ')})` : '';
      const body = JSON.stringify({ query: `${kind} ${head} { ${selection} }`, variables: draft.variables });
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
      yield { method: 'POST', path: '/graphql', headers, body };
    }
  }
}

/** Returns the names of arguments and, for objects, of their fields at every level. */
function namesOf(inputs: ReadonlyArray<{ name: string; type: GraphQLInputType }>): string[] {
  return inputs.flatMap(({ name, type }) => {
    const nullable = getNullableType(type);
    return isInputObjectType(nullable) && nullable.name !== 'DefinitionInput'
      ? [name, ...namesOf(Object.values(nullable.getFields()))]
      : [name];
  });
}

function queryString(content: Record<string, unknown>): string {
  const parts = Object.entries(content).map(
    ([name, value]) => `${name}=${encode(typeof value === 'string' ? value : String(JSON.stringify(value)))}`,
  );
  return parts.join('&');
}

function documentOf(draft: Draft): string {
  const { random } = draft;
  const isMutation = random.chance(0.35);
  const root = isMutation ? schema.getMutationType() : schema.getQueryType();
  const fields = Object.values(root?.getFields() ?? {});
  const chosen = random.times(random.pick([1, 1, 1, 2, 3]), (n) => {
    const field = random.pick(fields);
    return `r${n}: ${writeField(draft, field, 3)}`;
  });
  const head = draft.declared.length > 0 ? `(${draft.declared.join(', ')})` : '';
  return `${isMutation ? 'mutation' : 'query'} Fuzz${head} { ${chosen.join(' ')} }`;
}

export function writeField(draft: Draft, field: Field, depth: number): string {
  const { random, faults, override } = draft;
  const args = field.args
    .filter(
      (argument) =>
        override?.name === argument.name ||
        (isRequiredArgument(argument) ? !random.chance(faults / 5) : random.chance(0.4)),
    )
    .map((argument) => `${argument.name}: ${writeArgument(draft, argument)}`);
  const directive = random.chance(0.03)
    ? random.pick([' @include(if: true)', ' @skip(if: false)', ' @skip(if: true)'])
    : '';
  return `${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}${directive}${select(draft, getNamedType(field.type), depth)}`;
}

/** Writes a value as a variable, which may be missing or null, or into the document. */
function writeArgument(draft: Draft, { name, type }: GraphQLArgument): string {
  const { random, faults, declared, variables, override } = draft;
  const value = valueOfType(draft, name, type);
  if (override === undefined && random.chance(0.25)) return literal(value, type);
  const variable = `v${declared.length}`;
  declared.push(`$${variable}: ${type}`);
  if (value !== MISSING && !random.chance(faults / 3))
    variables[variable] = random.chance(faults / 4) ? null : value;
  return `$${variable}`;
}

function valueOfType(draft: Draft, name: string, type: GraphQLInputType): unknown {
  const { random, world, faults, override } = draft;
  if (override?.name === name) return override.value;
  if (random.chance(faults / 3)) return random.chance(0.1) ? nested(random) : hostile(random);
  const nullable = getNullableType(type);
  if (isInputObjectType(nullable) && nullable.name !== 'DefinitionInput') {
    const fields = Object.values(nullable.getFields()).filter((field) =>
      isRequiredInputField(field)
        ? !random.chance(faults / 4)
        : override?.name === field.name || random.chance(0.5),
    );
    const swept = fields.filter((field) => field.name === override?.name);
    const one = swept.length > 0 ? swept : fields.length > 0 ? [random.pick(fields)] : [];
    const sent = nullable.isOneOf ? one : fields;
    return Object.fromEntries(sent.map((field) => [field.name, valueOfType(draft, field.name, field.type)]));
  }
  if (isEnumType(nullable)) return random.pick(nullable.getValues()).name;
  if (isListType(nullable) && getNamedType(type).name === 'FilterFieldKey')
    return fitting('keys', random, world);
  if (isListType(nullable) && fitting(name, random, world) === undefined) {
    return random.times(random.below(4), () => valueOfType(draft, name, nullable.ofType));
  }
  if (name === 'query')
    return random.pick(['{ viewer { user { name } } }', '{ lists { totalCount } }', '{', '']);
  if (name === 'variables') return {};
  const known =
    nullable.toString() === 'DefinitionInput' ? typedDefinition(random) : fitting(name, random, world);
  if (known !== undefined) return known;
  return nullable.toString() === 'Boolean'
    ? random.chance(0.5)
    : random.pick([1, 'text', true, random.below(100)]);
}

function typedDefinition(random: Random): unknown {
  const values = random.pick([['DE'], ['de', 1], [-1.5], ['Ada'], [], [null], ['\u0000']]);
  const condition = {
    field: random.pick([
      'COUNTRY',
      'country',
      'name',
      'founded_year',
      'custom.revenue',
      'org.score',
      'org.owner',
    ]),
    operator: random.pick(['ANY_OF', 'CONTAINS', 'EQ', 'GTE', 'IS_KNOWN']),
    values,
  };
  return {
    registryVersion: '1',
    root: random.pick([{ condition }, { and: [{ condition }] }, { and: [] }, {}, null]),
  };
}

/** Formats a value as a GraphQL literal: names of enums without quotes. */
function literal(value: unknown, type: GraphQLInputType | undefined): string {
  const named = type && getNullableType(type);
  if (isEnumType(named) && typeof value === 'string' && /^\w+$/.test(value)) return value;
  if (Array.isArray(value)) {
    const of = isListType(named) ? named.ofType : undefined;
    return `[${value.map((each) => literal(each, of)).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = isInputObjectType(named) ? named.getFields() : {};
    const parts = Object.entries(value).map(
      ([name, each]) => `${name}: ${literal(each, fields[name]?.type)}`,
    );
    return `{${parts.join(', ')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

function select(draft: Draft, type: GraphQLNamedType, depth: number): string {
  const { random } = draft;
  if (isLeafType(type)) return '';
  if (isAbstractType(type)) {
    const possible = schema.getPossibleTypes(type);
    return ` { __typename id ... on ${random.pick(possible).name} { __typename } }`;
  }
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields());
  const usable = depth > 0 ? fields : fields.filter((field) => isLeafType(getNamedType(field.type)));
  const chosen = usable
    .filter((field) => random.chance(isLeafType(getNamedType(field.type)) ? 0.6 : 0.35))
    .map((field) => `a${random.below(1000)}_${field.name}: ${writeField(draft, field, depth - 1)}`);
  return ` { __typename ${chosen.join(' ')} }`;
}
