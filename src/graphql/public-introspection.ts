import { setTimeout as sleep } from 'node:timers/promises';
import {
  __Schema,
  __Type,
  type DocumentNode,
  executeSync,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { Fault } from '../lib/fault.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import { invalidApiKey } from '../lib/principal.ts';

/** The standard introspection query has about 2,000 characters and 300 tokens. */
const MAX_LENGTH = 8_000;
const MAX_TOKENS = 500;
/** The answer to the standard query has 150 KB. Keys of the cache, which hold queries and variables, count as well. */
const CACHE_BYTES = 4 * 1024 * 1024;
/** Reading the schema blocks everything else: it may take a tenth of the time. */
const PAUSES_PER_WORK = 9;
const MAX_WAITING = 50;
const RETRY_SECONDS = 2;

/** Parameters of a request without a key, not yet validated. */
export interface PublicRequest {
  query: unknown;
  operationName: unknown;
  variables: unknown;
}

export type PublicIntrospection = ReturnType<typeof createPublicIntrospection>;

/**
 * Answers introspection without a key. The schema is public, as the documentation is, so that tools work before a key is
 * configured. A document must read `__schema` or `__type` once, without anything that multiplies its answer. Answers are
 * cached; missing ones are computed one at a time.
 */
export function createPublicIntrospection(schema: GraphQLSchema) {
  const answers = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (answer, key) => answer.length + key.length * 2,
  });
  const pending = new Map<string, Promise<Buffer>>();
  /** Resolves when the next answer may be computed. */
  let turn: Promise<unknown> = Promise.resolve();
  let lastMs = 0;

  function compute(document: DocumentNode, variables: object, key: string): Buffer {
    const startedAt = performance.now();
    try {
      if (validate(schema, document, undefined, { maxErrors: 1 }).length > 0) throw invalidApiKey();
      const result = executeSync({ schema, document, variableValues: { ...variables } });
      if (result.errors) throw invalidApiKey();
      const answer = Buffer.from(JSON.stringify(result));
      answers.set(key, answer);
      return answer;
    } finally {
      lastMs = performance.now() - startedAt;
    }
  }

  /** Computes an answer after those that are already waiting. */
  function enqueue(document: DocumentNode, variables: object, key: string): Promise<Buffer> {
    if (pending.size >= MAX_WAITING) {
      const message = 'Too many introspection queries are waiting. Send an API key, or try again.';
      throw new Fault('overloaded', message, { details: { retry_after: RETRY_SECONDS } });
    }
    const made = turn.then(() => compute(document, variables, key)).finally(() => pending.delete(key));
    const pause = () => sleep(PAUSES_PER_WORK * lastMs, undefined, { ref: false });
    turn = made.then(pause, pause);
    pending.set(key, made);
    return made;
  }

  return {
    /**
     * @returns the JSON of the answer; undefined for a request that needs a key.
     * @throws Fault overloaded if too many different queries wait; invalid_api_key for a document that is not valid.
     */
    answer({ query, operationName, variables }: PublicRequest): Buffer | Promise<Buffer> | undefined {
      const document = parsePublic(query);
      const given = toVariables(variables ?? {});
      if (!document || !given || !isNameOf(document, operationName)) return undefined;
      const key = `${print(document)} ${JSON.stringify(given)}`;
      return answers.get(key) ?? pending.get(key) ?? enqueue(document, given, key);
    },
  };
}

function parsePublic(query: unknown): DocumentNode | undefined {
  if (typeof query !== 'string' || query.length > MAX_LENGTH) return undefined;
  try {
    const document = parse(query, { maxTokens: MAX_TOKENS, noLocation: true });
    return isOrdinaryIntrospection(document) ? document : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a name is absent, or that of the only operation. */
function isNameOf({ definitions }: DocumentNode, operationName: unknown): boolean {
  if (operationName === undefined || operationName === null || operationName === '') return true;
  return definitions.some(
    (each) => each.kind === Kind.OPERATION_DEFINITION && each.name?.value === operationName,
  );
}

/** Introspection takes no variables but names and switches. */
function toVariables(variables: unknown): JsonObject | undefined {
  if (!isJsonObject(variables)) return undefined;
  const isPlain = Object.values(variables).every((each) => ['string', 'boolean'].includes(typeof each));
  return isPlain && JSON.stringify(variables).length <= MAX_LENGTH ? variables : undefined;
}

/** Fields through which the schema is read, with their types. */
export const INTROSPECTION_FIELDS: ReadonlyMap<string, GraphQLObjectType> = new Map([
  ['__schema', __Schema],
  ['__type', __Type],
]);

/**
 * Returns whether a document reads the schema as tools do: one operation, one `__schema` or `__type`, no alias and no
 * directive, and no fields of a type that another type refers to. No such answer is longer than that to the standard
 * introspection query.
 */
function isOrdinaryIntrospection({ definitions }: DocumentNode): boolean {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  for (const each of definitions) {
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  }
  const [operation, ...more] = operations;
  if (!operation || more.length > 0 || operations.length + fragments.size < definitions.length) return false;
  if (operation.operation !== 'query' || operation.directives?.length) return false;
  const [field, ...others] = operation.selectionSet.selections;
  if (field?.kind !== Kind.FIELD || others.length > 0) return false;
  const type = INTROSPECTION_FIELDS.get(field.name.value);
  if (!type || !field.selectionSet || field.alias || field.directives?.length) return false;
  return createCheck(fragments)(field.selectionSet, type, false);
}

/** Creates the check of a selection set. Each spread is checked once for each place, so that one in itself ends. */
function createCheck(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const seen = new Set<string>();

  /** @param isReference whether another type refers to `type`: its fields would multiply the answer by itself. */
  function allows({ selections }: SelectionSetNode, type: GraphQLObjectType, isReference: boolean): boolean {
    return selections.every((selection) => {
      if (selection.directives?.length) return false;
      if (selection.kind === Kind.FIELD) return allowsField(selection, type, isReference);
      if (selection.kind === Kind.INLINE_FRAGMENT) return allows(selection.selectionSet, type, isReference);
      const spread = `${selection.name.value} ${type.name} ${isReference}`;
      if (seen.has(spread)) return true;
      seen.add(spread);
      const fragment = fragments.get(selection.name.value);
      if (!fragment || fragment.directives?.length) return false;
      return allows(fragment.selectionSet, type, isReference);
    });
  }

  function allowsField(node: FieldNode, type: GraphQLObjectType, isReference: boolean): boolean {
    const { name, alias, selectionSet } = node;
    const field = name.value === '__typename' ? TypeNameMetaFieldDef : type.getFields()[name.value];
    if (!field || alias) return false;
    const below = getNamedType(field.type);
    if (!isObjectType(below) || !selectionSet) return !isObjectType(below) && !selectionSet;
    if (isReference && name.value !== 'ofType') return false;
    return allows(selectionSet, below, below === __Type && type !== __Schema);
  }

  return allows;
}
