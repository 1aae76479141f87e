import type { InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { NULL_REFUSED, validationFault } from '../lib/fault.ts';
import type { FieldPrice } from './analysis/prices.ts';
import { type BuilderTypes, builder, innerType } from './builder.ts';
import type { Context, UserContext } from './context.ts';
import { toGlobalId } from './ids.ts';

type InputFields<Fields> = (t: PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>) => Fields;
type PayloadFields<Row> = NonNullable<PothosSchemaTypes.ObjectTypeOptions<BuilderTypes, Row>['fields']>;

interface Declaration<Fields extends InputFieldMap, Row, Caller> {
  description: string;
  /** Price, unless it is that of a plain field (analysis/prices.ts). */
  price?: FieldPrice | ((args: { input: InputShapeFromFields<Fields> }) => FieldPrice);
  extensions?: Readonly<Record<string, unknown>>;
  /** Description of the argument `input`. */
  takes: string;
  input: InputFields<Fields>;
  /** Sentences that follow "Input of …" in the description of the type of the input. */
  inputNote?: string;
  payload: ObjectRef<BuilderTypes, Row> | ((mutation: string) => ObjectRef<BuilderTypes, Row>);
  resolve: (
    input: InputShapeFromFields<Fields>,
    context: Caller,
    info: GraphQLResolveInfo,
  ) => Row | Promise<Row>;
}

/**
 * Declares a mutation for personal keys in one place: what it takes, what it returns, and what it does. The types of input
 * and payload are called after it, as in `RenameListInput` and `RenameListPayload`.
 */
export function mutation<Fields extends InputFieldMap, Row>(
  name: string,
  declaration: Declaration<Fields, Row, UserContext>,
): void {
  const options = optionsOf(name, declaration);
  builder.mutationField(name, (t) => t.withAuth({ userKey: true }).field(options));
}

/** Input of an update, whose fields are null only where null clears them. */
type Changes<Input, Cleared> = {
  [Name in keyof Input]: Name extends Cleared ? Input[Name] : Exclude<Input[Name], null>;
};

interface UpdateDeclaration<Fields extends InputFieldMap, Row, Cleared, Caller>
  extends Omit<Declaration<Fields, Row, Caller>, 'inputNote' | 'resolve'> {
  /** Fields that null clears. */
  clears: readonly Cleared[];
  resolve: (
    input: Changes<InputShapeFromFields<Fields>, Cleared>,
    context: Caller,
    info: GraphQLResolveInfo,
  ) => Row | Promise<Row>;
}

/**
 * Declares a mutation that changes fields of an object, by one rule: a field that is left out stays as it is, and null clears
 * it or is refused. An update without any field changes nothing and returns the object. REST updates run these mutations.
 */
export function update<Fields extends InputFieldMap, Row, Cleared extends string & keyof Fields = never>(
  name: string,
  declaration: UpdateDeclaration<Fields, Row, Cleared, UserContext>,
): void {
  mutation<Fields, Row>(name, toMutation(declaration));
}

/** Declares an update for any key. */
export function updateForAnyKey<
  Fields extends InputFieldMap,
  Row,
  Cleared extends string & keyof Fields = never,
>(name: string, declaration: UpdateDeclaration<Fields, Row, Cleared, Context>): void {
  mutationForAnyKey<Fields, Row>(name, toMutation(declaration));
}

function toMutation<Fields extends InputFieldMap, Row, Cleared extends string & keyof Fields, Caller>({
  clears,
  resolve,
  extensions,
  ...declaration
}: UpdateDeclaration<Fields, Row, Cleared, Caller>): Declaration<Fields, Row, Caller> {
  const cleared: ReadonlySet<string> = new Set(clears);
  return {
    ...declaration,
    extensions: { ...extensions, clears },
    inputNote: `. A field that is left out stays as it is. ${nullText(clears)}`,
    resolve: (input, context, info) => {
      const refused = Object.entries(input).filter(([field, value]) => value === null && !cleared.has(field));
      if (refused.length > 0)
        throw validationFault(refused.map(([field]) => ({ pointer: `/${field}`, message: NULL_REFUSED })));
      return resolve(input as Changes<InputShapeFromFields<Fields>, Cleared>, context, info);
    },
  };
}

function nullText(clears: readonly string[]): string {
  if (clears.length === 0) return 'Null is refused.';
  const names = new Intl.ListFormat('en').format(clears.map((field) => `\`${field}\``));
  return `Null clears ${names}; it is refused for any other field.`;
}

/** Declares a mutation for any key. */
export function mutationForAnyKey<Fields extends InputFieldMap, Row>(
  name: string,
  declaration: Declaration<Fields, Row, Context>,
): void {
  const options = optionsOf(name, declaration);
  builder.mutationField(name, (t) => t.withAuth({ anyKey: true }).field(options));
}

/** Declares the payload of a mutation. Its resolver returns a `Row`. @param description instead of "Result of …" */
export function payload<Row>(fields: PayloadFields<Row>, description?: string) {
  return (mutation: string) =>
    innerType<Row>(typeNameOf(mutation, 'Payload'), {
      description: description ?? `Result of ${mutation}.`,
      fields,
    });
}

/**
 * Declares the payload of a deletion, with the global id of what was deleted.
 *
 * @param more further fields.
 */
export function deletionPayload<Row extends { deletedId: number | string } = { deletedId: number }>(
  typeName: string,
  more?: (t: Parameters<PayloadFields<Row>>[0]) => ReturnType<PayloadFields<Row>>,
) {
  return payload<Row>((t) => ({
    deletedId: t.id({
      description: 'Global id of the deleted object, by which clients remove it from their caches.',
      resolve: ({ deletedId }) => toGlobalId(typeName, deletedId),
    }),
    ...more?.(t),
  }));
}

function typeNameOf(mutation: string, kind: 'Input' | 'Payload'): string {
  return mutation.charAt(0).toUpperCase() + mutation.slice(1) + kind;
}

/** Pothos cannot derive the types of a field whose input is generic: `Declaration` states them instead. */
function optionsOf<Fields extends InputFieldMap, Row, Caller>(
  name: string,
  declaration: Declaration<Fields, Row, Caller>,
): never {
  const { takes, input, inputNote, payload, resolve, ...options } = declaration;
  const type = builder.inputType(typeNameOf(name, 'Input'), {
    description: `Input of ${name}${inputNote ?? '.'}`,
    fields: input,
  });
  return {
    ...options,
    type: typeof payload === 'function' ? payload(name) : payload,
    args: {
      input: builder.args((t) => ({ input: t.field({ type, required: true, description: takes }) })).input,
    },
    resolve: (
      _root: unknown,
      args: { input: InputShapeFromFields<Fields> },
      context: Caller,
      info: GraphQLResolveInfo,
    ) => resolve(args.input, context, info),
  } as never;
}
