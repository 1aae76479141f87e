import {
  astFromValue,
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  type GraphQLField,
  type GraphQLInputField,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  parse,
  print,
  printSchema,
} from 'graphql';
import { defaultPriceOf } from './analysis/plan.ts';
import { nullsOnError } from './field-declarations.ts';

type Field = GraphQLField<unknown, unknown>;

const ON_FIELDS = [DirectiveLocation.FIELD_DEFINITION];
const TEXTS = new GraphQLList(new GraphQLNonNull(GraphQLString));

const COST = new GraphQLDirective({
  name: 'cost',
  description:
    'Cost of the field itself, with default arguments; of a list, the cost of each entry. Default: 1 for an object, 0 otherwise. `operationCost` estimates an operation exactly.',
  locations: ON_FIELDS,
  args: {
    weight: {
      type: new GraphQLNonNull(GraphQLString),
      description: 'A number. One unit is about one object read.',
    },
  },
});

const LIST_SIZE = new GraphQLDirective({
  name: 'listSize',
  description: 'Number of objects by which the cost of what is selected below the field is multiplied.',
  locations: ON_FIELDS,
  args: {
    assumedSize: { type: GraphQLInt, description: 'Number that counts if no slicing argument is sent.' },
    slicingArguments: {
      type: TEXTS,
      description: 'Arguments that give the number: one that is a number, or the length of a list.',
    },
    sizedFields: { type: TEXTS, description: 'Lists below the field that have so many entries.' },
    requireOneSlicingArgument: {
      type: GraphQLBoolean,
      defaultValue: true,
      description: 'Whether exactly one of the slicing arguments must be sent.',
    },
  },
});

const SEMANTIC_NON_NULL = new GraphQLDirective({
  name: 'semanticNonNull',
  description: 'The field is null only together with an error.',
  locations: ON_FIELDS,
  args: {
    levels: {
      type: new GraphQLList(GraphQLInt),
      defaultValue: [0],
      description: 'Levels of lists for which this holds; 0 is the field itself.',
    },
  },
});

/** Directives by which schema.graphql says more about fields. Operations cannot use them. */
export const PUBLISHED_DIRECTIVES = [COST, LIST_SIZE, SEMANTIC_NON_NULL];

/**
 * Prints the schema with the directives of its fields. The printer of graphql-js leaves them out, and the printer of documents
 * leaves out the blank lines, so directives are inserted into the text.
 */
export function printPublishedSchema(schema: GraphQLSchema): string {
  const text = printSchema(schema);
  const pieces: string[] = [];
  let from = 0;
  for (const definition of parse(text).definitions) {
    const type = definition.kind === Kind.OBJECT_TYPE_DEFINITION && schema.getType(definition.name.value);
    if (!type || !isObjectType(type)) continue;
    for (const { name, loc } of definition.fields ?? []) {
      const field = type.getFields()[name.value];
      if (!field || !loc) continue;
      const directives = directivesOf(field);
      pieces.push(text.slice(from, loc.end), ...directives.map((each) => ` ${each}`));
      from = loc.end;
    }
  }
  return `${pieces.join('')}${text.slice(from)}\n`;
}

function directivesOf(field: Field): string[] {
  return [
    ...costOf(field),
    ...sizeOf(field),
    ...(nullsOnError(field) ? [written(SEMANTIC_NON_NULL, {})] : []),
  ];
}

function costOf(field: Field): string[] {
  const { field: ownCost, multiplier } = defaultPriceOf(field);
  // The price of a list has the cost of all its entries.
  const weight = Math.round((100 * ownCost) / (isListOfObjects(field) ? multiplier : 1)) / 100;
  return weight === (isLeaf(field) ? 0 : 1) ? [] : [written(COST, { weight: String(weight) })];
}

function sizeOf(field: Field): string[] {
  const { multiplier, sizedBy } = defaultPriceOf(field);
  const sizedFields = isListOfObjects(field) ? [] : sizedFieldsOf(field);
  const hasEntries = isListOfObjects(field) || sizedFields.length > 0;
  if (!hasEntries || (sizedBy === undefined && multiplier === 1)) return [];
  const slicingArguments = slicingArgumentsOf(field, sizedBy);
  const size = {
    ...(sizedBy === 'inputs' ? {} : { assumedSize: multiplier }),
    ...(slicingArguments.length > 0 && { slicingArguments }),
    ...(sizedFields.length > 0 && { sizedFields }),
    ...(slicingArguments.length > 0 && { requireOneSlicingArgument: false }),
  };
  return [written(LIST_SIZE, size)];
}

const isLeaf = ({ type }: Field) => isLeafType(getNamedType(type));
const isListOfObjects = (field: Field) => !isLeaf(field) && isListType(getNullableType(field.type));

/** Lists below a field that declare no size, because the field has theirs: the edges of a page, the results of a batch. */
function sizedFieldsOf({ type }: Field): string[] {
  const below = getNamedType(type);
  const fields = isObjectType(below) ? Object.values(below.getFields()) : [];
  return fields
    .filter((each) => isListOfObjects(each) && defaultPriceOf(each).multiplier === 1)
    .map(({ name }) => name);
}

/** Arguments that give the size of a page, or those that are lists: an argument, or a field of the argument `input`. */
function slicingArgumentsOf({ args }: Field, sizedBy: 'page' | 'inputs' | undefined): string[] {
  if (sizedBy === undefined) return [];
  if (sizedBy === 'page')
    return args.map(({ name }) => name).filter((name) => ['first', 'last'].includes(name));
  const listsIn = (fields: readonly Pick<GraphQLInputField, 'name' | 'type'>[]) =>
    fields.filter(({ type }) => isListType(getNullableType(type))).map(({ name }) => name);
  const inputs = args.flatMap(({ name, type }) => {
    const below = getNullableType(type);
    return isInputObjectType(below)
      ? listsIn(Object.values(below.getFields())).map((each) => `${name}.${each}`)
      : [];
  });
  return [...listsIn(args), ...inputs];
}

/** Returns the text of a directive with its arguments. */
function written({ name, args }: GraphQLDirective, values: Readonly<Record<string, unknown>>): string {
  const given = args
    .filter((arg) => arg.name in values)
    .map((arg) => {
      const value = astFromValue(values[arg.name], arg.type);
      return `${arg.name}: ${value ? print(value) : 'null'}`;
    });
  return `@${name}${given.length > 0 ? `(${given.join(', ')})` : ''}`;
}
