import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  type DirectiveNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  getOperationAST,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { schema } from '../../../src/api/schema.ts';
import { analyze } from '../../../src/graphql/analysis/analyze.ts';
import { nullsOnError } from '../../../src/graphql/field-declarations.ts';

const published = buildSchema(await readFile('schema.graphql', 'utf8'));

type Field = GraphQLField<unknown, unknown>;
type Values = Record<string, unknown>;

const valuesOf = (args: readonly { name: { value: string }; value: unknown }[] = []): Values =>
  Object.fromEntries(args.map(({ name, value }) => [name.value, valueFromASTUntyped(value as never)]));

/** Arguments of a directive of a field; undefined without it. */
function directive(field: Field, name: string): Values | undefined {
  const found = field.astNode?.directives?.find((each: DirectiveNode) => each.name.value === name);
  return found && valuesOf(found.arguments);
}

/** Number that an argument gives, such as `first` or `input.domains`. */
function sliceOf(args: Values, path: string): number | undefined {
  const value = path.split('.').reduce<unknown>((at, name) => (at as Values | undefined)?.[name], args);
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' ? value : undefined;
}

/** Computes a cost as a tool would that knows nothing but the directives of schema.graphql. */
function costOf(
  type: GraphQLNamedType,
  set: SelectionSetNode,
  sized: Readonly<Record<string, number>> = {},
): number {
  return set.selections.reduce((sum, node) => {
    if (node.kind === Kind.FRAGMENT_SPREAD || !isObjectType(type)) return sum;
    if (node.kind === Kind.INLINE_FRAGMENT) return sum + costOf(type, node.selectionSet, sized);
    return sum + costOfField(type, node, sized);
  }, 0);
}

function costOfField(
  parent: GraphQLObjectType,
  node: FieldNode,
  sized: Readonly<Record<string, number>>,
): number {
  const field = parent.getFields()[node.name.value];
  if (!field) return 0;
  const below = getNamedType(field.type);
  const weight = Number(directive(field, 'cost')?.weight ?? (isLeafType(below) ? 0 : 1));
  const size = directive(field, 'listSize');
  const args = { ...valuesOf(node.arguments) };
  const slices = ((size?.slicingArguments ?? []) as string[]).flatMap((path) => sliceOf(args, path) ?? []);
  const count = slices[0] ?? (size?.assumedSize as number | undefined) ?? 1;
  const sizedBelow = Object.fromEntries(((size?.sizedFields ?? []) as string[]).map((name) => [name, count]));
  const own = node.selectionSet ? costOf(below, node.selectionSet, sizedBelow) : 0;
  const entries = isListType(getNullableType(field.type)) ? (sized[field.name] ?? count) : 1;
  return entries * (weight + own);
}

describe('the costs in schema.graphql', () => {
  it.each([
    '{ lists(first: 5) { totalCount edges { node { name members { edges { node { tier company { name investors } } } } } } } }',
    '{ viewer { webhooks { url deliveries(first: 3) { edges { node { attempt { outcome } } } } } } }',
    '{ viewer { organization { quotas { limit } usage { day } users(first: 7) { pageInfo { hasNextPage } edges { node { name } } } } } }',
    '{ nodes(ids: ["a", "b", "c"]) { id } technologies { edges { node { displayName } } } }',
    '{ company(identifier: "acme") { detections { techKey } lists { memberships { list { name owner { name } } } } } }',
    '{ drafts { edges { node { list { name } } } } list(listId: 1) { addedDomains(last: 4) { edges { node { company { name } } } } } }',
    '{ installation { checks { status } flags(first: 2) { edges { node { note } } } } rateLimit { classes { limit } } }',
    'mutation { enrichPartnerships(input: { domains: ["a.example", "b.example"] }) { results { partnerships { partnerName } } dropped { input } } }',
    'mutation { watchList(input: { listId: 1 }) { list { name } } }',
    '{ filterFields { fields { operators } } }',
  ])('are those by which the service counts: %s', (query) => {
    const document = parse(query);
    const operation = getOperationAST(document);
    const root = operation && published.getRootType(operation.operation);
    const computed = root ? costOf(root, operation.selectionSet) : undefined;
    expect(computed).toBe(analyze(schema, document, undefined, {})?.cost);
    expect(computed).toBeGreaterThan(1);
  });

  it('give each unpaged list of objects and each page a size', () => {
    const unsized = Object.values(published.getTypeMap())
      .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
      .flatMap((type) =>
        Object.values((type as GraphQLObjectType).getFields())
          .filter(({ type: of }) => !isLeafType(getNamedType(of)))
          .filter(
            ({ type: of }) => isListType(getNullableType(of)) || /Connection$/.test(String(getNamedType(of))),
          )
          .filter((field) => !directive(field, 'listSize') && directive(field, 'cost')?.weight !== '0')
          .map(({ name }) => `${type.name}.${name}`),
      );
    // They have the size of the field above, or cost the same whatever they hold.
    expect(unsized.toSorted()).toEqual([
      'CompanyMatches.results',
      'EnrichPartnershipsPayload.results',
      'Installation.checks',
      'PreviewCount.funnel',
    ]);
  });
});

it('@semanticNonNull is on the nullable fields that are null only together with an error', () => {
  const fields = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) =>
      Object.values((type as GraphQLObjectType).getFields()).map((field) => ({ type, field })),
    );
  const marked = fields.filter(({ type, field }) => {
    const printed = (published.getType(type.name) as GraphQLObjectType).getFields()[field.name];
    return printed && directive(printed, 'semanticNonNull') !== undefined;
  });
  expect(marked).toEqual(fields.filter(({ field }) => nullsOnError(field)));
  expect(marked.filter(({ field }) => isNonNullType(field.type))).toEqual([]);
  expect(marked.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual(
    expect.arrayContaining(['List.members', 'Query.lists', 'Organization.users', 'Company.technologies']),
  );
});
