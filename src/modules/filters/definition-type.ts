import type { InputRef } from '@pothos/core';
import { builder } from '../../graphql/builder.ts';
import { validationFault } from '../../lib/fault.ts';
import { FilterFieldKey, FilterOperatorKey, toKey } from './filter-types.ts';

/** A node as GraphQL callers write it: the shape of REST, keys of fields and operators being enums. */
interface NodeInput {
  and?: NodeInput[] | null | undefined;
  or?: NodeInput[] | null | undefined;
  not?: NodeInput | null | undefined;
  condition?: { field: string; operator: string; values: readonly unknown[] } | null | undefined;
}

const ConditionInput = builder.inputType('FilterConditionInput', {
  description: 'What a company must have.',
  fields: (t) => ({
    field: t.field({ type: FilterFieldKey, required: true, description: 'What it is about.' }),
    operator: t.field({ type: FilterOperatorKey, required: true, description: 'How it compares.' }),
    values: t.field({
      type: ['FilterLiteral'],
      required: true,
      description: 'What it compares with: texts, whole numbers, or true and false.',
    }),
  }),
});

const NodeInputRef: InputRef<NodeInput> = builder.inputRef<NodeInput>('FilterNodeInput').implement({
  description: 'A node of a filter tree: exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    and: t.field({ type: [NodeInputRef], description: 'All of them.' }),
    or: t.field({ type: [NodeInputRef], description: 'Any of them.' }),
    not: t.field({ type: NodeInputRef, description: 'Not this one.' }),
    condition: t.field({ type: ConditionInput, description: 'A condition.' }),
  }),
});

export const DefinitionInput = builder.inputType('DefinitionInput', {
  description: 'A filter tree and the version of the registry that it was written for.',
  fields: (t) => ({
    registryVersion: t.string({ description: 'From filterFields.' }),
    root: t.field({ type: NodeInputRef, description: 'The tree; null matches nothing by itself.' }),
  }),
});

interface DefinitionArguments {
  definition?:
    | { registryVersion?: string | null | undefined; root?: NodeInput | null | undefined }
    | null
    | undefined;
  definitionJson?: unknown;
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** Whether a call has a definition at all, where it may do without. */
export function isDefinitionGiven({ definition, definitionJson }: DefinitionArguments): boolean {
  return isGiven(definition) || isGiven(definitionJson);
}

/**
 * The definition of a call in the one shape that is validated, that of REST.
 *
 * @throws Fault validation_error unless exactly one of the two arguments is given.
 */
export function toRawDefinition({ definition, definitionJson }: DefinitionArguments): unknown {
  if (isGiven(definition) === isGiven(definitionJson))
    throw validationFault([{ pointer: '/definition', message: 'give either definition or definitionJson' }]);
  if (!definition) return definitionJson;
  const { registryVersion, root } = definition;
  return {
    ...(isGiven(registryVersion) ? { registry_version: registryVersion } : {}),
    ...(root === undefined ? {} : { root: root === null ? null : toRawNode(root) }),
  };
}

/** Keys that are absent or null stay away: the validator counts what is there. */
function toRawNode({ and, or, not, condition }: NodeInput): object {
  return {
    ...(and ? { and: and.map(toRawNode) } : {}),
    ...(or ? { or: or.map(toRawNode) } : {}),
    ...(not ? { not: toRawNode(not) } : {}),
    ...(condition
      ? { condition: { ...condition, field: toKey(condition.field), operator: toKey(condition.operator) } }
      : {}),
  };
}
