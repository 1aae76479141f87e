import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { schema } from '../../src/api/schema.ts';
import { nullsOnError } from '../../src/graphql/field-declarations.ts';
import { isJsonObject, isObject, propertyOf } from '../../src/lib/json.ts';
import type { FuzzRequest } from './request.ts';

/** Fields marked with `@semanticNonNull` that a response has shown, by their coordinates: with a value, or null with an error. */
export const shown = { withValue: new Set<string>(), withError: new Set<string>() };

type Path = readonly (string | number)[];

/** Returns the marked fields of the schema, such as `List.members`. */
export function markedFields(): string[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) =>
      Object.values((type as GraphQLObjectType).getFields())
        .filter(nullsOnError)
        .map(({ name }) => `${type.name}.${name}`),
    );
}

/** @returns a fault for each marked field of a response that is null without an error at its path or below it. */
export function nullsWithoutError(sent: FuzzRequest, body: unknown): string[] {
  const document = documentOf(sent);
  const data = propertyOf(body, 'data');
  const operation = document && getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root || !isJsonObject(data)) return [];
  const errors = propertyOf(body, 'errors');
  const paths = Array.isArray(errors) ? errors.map((error) => propertyOf(error, 'path') as Path) : [];
  return faultsIn({ paths, faults: [] }, root, operation.selectionSet, data, []);
}

function documentOf({ path, body }: FuzzRequest): DocumentNode | undefined {
  const text = body === undefined ? new URLSearchParams(path.split('?')[1]).get('query') : queryOf(body);
  try {
    return typeof text === 'string' ? parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function queryOf(body: string): unknown {
  const content: unknown = JSON.parse(body);
  return propertyOf(content, 'query');
}

interface Found {
  /** Those of errors. */
  paths: readonly Path[];
  faults: string[];
}

function faultsIn(
  found: Found,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  value: unknown,
  at: Path,
): string[] {
  for (const selection of selections) {
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const isOfType = selection.typeCondition?.name.value === type.name;
      if (isOfType) faultsIn(found, type, selection.selectionSet, value, at);
    }
    if (selection.kind !== Kind.FIELD) continue;
    const key = selection.alias?.value ?? selection.name.value;
    const field = type.getFields()[selection.name.value];
    // A field that a directive skips has no key.
    if (!field || !isObject(value) || !(key in value)) continue;
    const own = propertyOf(value, key);
    note(found, `${type.name}.${field.name}`, field, own, [...at, key]);
    if (selection.selectionSet) below(found, field, selection.selectionSet, own, [...at, key]);
  }
  return found.faults;
}

function note(
  { paths, faults }: Found,
  name: string,
  field: GraphQLField<unknown, unknown>,
  value: unknown,
  at: Path,
) {
  if (!nullsOnError(field)) return;
  const hasError = () => paths.some((path) => at.every((step, index) => path?.[index] === step));
  if (value !== null) shown.withValue.add(name);
  else if (hasError()) shown.withError.add(name);
  else faults.push(`${name} is null without an error at ${at.join('.')}`);
}

function below(
  found: Found,
  field: GraphQLField<unknown, unknown>,
  selected: SelectionSetNode,
  value: unknown,
  at: Path,
) {
  if (Array.isArray(value))
    for (const [index, each] of value.entries()) below(found, field, selected, each, [...at, index]);
  if (!isJsonObject(value)) return;
  const named = getNamedType(field.type);
  const type = isAbstractType(named) ? schema.getType(String(value.__typename)) : named;
  if (isObjectType(type)) faultsIn(found, type, selected, value, at);
}
