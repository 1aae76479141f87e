import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  type OperationTypeNode,
} from 'graphql';
import { schema } from '../../src/api/schema.ts';

/** Values of arguments and input fields, by name. */
export type Values = Readonly<Record<string, unknown>>;

export interface Operation {
  query: string;
  variables: Record<string, unknown>;
}

/** Levels of objects that are selected below the root field. */
const DEPTH = 3;

interface Writer {
  values: Values;
  /** Formats the arguments of a field as variables. */
  argumentsOf: (field: GraphQLField<unknown, unknown>) => string;
}

/** Optional arguments that are sent nevertheless: without them an operation does nothing, or returns too much. */
const SENT = new Set([
  'first',
  'definitionJson',
  'userId',
  'label',
  'role',
  'creditsLowThreshold',
  'tags',
  'domains',
]);

/** @returns the name and the field of every root field, such as `Query.list`. */
export function rootFields(): Map<
  string,
  { kind: OperationTypeNode; field: GraphQLField<unknown, unknown> }
> {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  return new Map(
    roots.flatMap(([kind, type]) =>
      Object.values(type?.getFields() ?? {}).map((field) => [
        `${type?.name}.${field.name}`,
        { kind: kind as OperationTypeNode, field },
      ]),
    ),
  );
}

/**
 * Creates an operation of one root field that selects everything below it, to a depth of three objects. It covers new
 * fields automatically.
 *
 * @param values of arguments by name; a required argument without a value is an error.
 */
export function operationOf(name: string, values: Values): Operation {
  const root = rootFields().get(name);
  if (!root) throw new Error(`the schema has no ${name}`);
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const argumentsOf = (field: GraphQLField<unknown, unknown>): string => {
    const written = field.args
      .filter((argument) => isSent(argument, isRequiredArgument(argument), values))
      .map((argument) => {
        const variable = `v${declared.length}`;
        variables[variable] = inputOf(argument, values);
        declared.push(`$${variable}: ${argument.type}`);
        return `${argument.name}: $${variable}`;
      });
    return written.length > 0 ? `(${written.join(', ')})` : '';
  };
  const selection = `${root.field.name}${argumentsOf(root.field)}${selectionOf(root.field.type, DEPTH, { values, argumentsOf })}`;
  const head = declared.length > 0 ? `(${declared.join(', ')})` : '';
  return { query: `${root.kind} ${head} { ${selection} }`, variables };
}

function isSent(input: GraphQLArgument | GraphQLInputField, required: boolean, values: Values): boolean {
  return required || (SENT.has(input.name) && values[input.name] !== undefined);
}

function inputOf({ name, type }: { name: string; type: GraphQLInputType }, values: Values): unknown {
  if (values[name] !== undefined) return values[name];
  const nullable = getNullableType(type);
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields());
    const sent = fields.filter((field) => isSent(field, isRequiredInputField(field), values));
    return Object.fromEntries(sent.map((field) => [field.name, inputOf(field, values)]));
  }
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  throw new Error(`the table has no value for ${name}: ${type}`);
}

/** Tells whether every required argument of a field has a value. Without one, a field below the root is omitted. */
function canBeSelected(field: GraphQLField<unknown, unknown>, values: Values): boolean {
  return field.args.every((argument) => !isRequiredArgument(argument) || values[argument.name] !== undefined);
}

function selectionOf(type: GraphQLOutputType, depth: number, writer: Writer, prefix = ''): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  const possible = isAbstractType(named) ? schema.getPossibleTypes(named) : [];
  if (named.name === 'Node') {
    // Types behind another interface are selected through it.
    const kinds = new Set(possible.map((each) => each.getInterfaces().find((of) => of !== named) ?? each));
    // A document with everything below all of them has too many tokens: the id says which one it finds.
    const asked = [...kinds].filter(({ name }) => name === typeNameIn(writer.values.id));
    const parts = asked.map(
      (each) => `... on ${each.name}${selectionOf(each, depth, writer, `${each.name}_`)}`,
    );
    return ` { __typename ${parts.join(' ')} }`;
  }
  if (!('getFields' in named)) throw new Error(`cannot select ${named.name}`);
  const shared = named.getFields();
  const own = possible.map((each) => {
    const fields = Object.values(each.getFields()).filter(({ name }) => !(name in shared));
    const parts = fieldsOf(each.name, fields, depth, writer, `${each.name}_`);
    return parts === '' ? '' : `... on ${each.name} { ${parts} }`;
  });
  const fields = Object.values(shared as Record<string, GraphQLField<unknown, unknown>>);
  return ` { ${fieldsOf(named.name, fields, depth, writer, prefix)} ${own.join(' ')} }`;
}

function fieldsOf(
  typeName: string,
  fields: readonly GraphQLField<unknown, unknown>[],
  depth: number,
  writer: Writer,
  prefix: string,
): string {
  return (
    fields
      .filter((field) => canBeSelected(field, writer.values))
      .filter((field) => depth > 0 || isLeafType(getNamedType(field.type)))
      // Pages and lists of objects multiply within lists: below the second level their entries are omitted.
      .filter((field) => depth > 1 || !isListOfObjects(field.type))
      .map((field) => {
        // Fields of one name and different types need aliases when they are side by side in fragments.
        const alias = prefix && `${prefix}${field.name}: `;
        const below = selectionOf(field.type, nextDepth(typeName, depth), writer);
        return `${alias}${field.name}${writer.argumentsOf(field)}${below}`;
      })
      .join(' ')
  );
}

function typeNameIn(globalId: unknown): string | undefined {
  return Buffer.from(String(globalId), 'base64').toString().split(':')[0];
}

/** Connections and their edges do not count as levels. */
function nextDepth(name: string, depth: number): number {
  return /(?:Connection|Edge)$/.test(name) ? depth : depth - 1;
}

function isListOfObjects(type: GraphQLOutputType): boolean {
  const nullable = isNonNullType(type) ? type.ofType : type;
  return (isListType(nullable) || /Connection$/.test(String(nullable))) && !isLeafType(getNamedType(type));
}
