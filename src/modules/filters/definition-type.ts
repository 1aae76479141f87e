import type { InputRef } from '@pothos/core';
import { builder } from '../../graphql/builder.ts';
import { toEnumValue } from '../../graphql/enums.ts';
import { validationFault } from '../../lib/fault.ts';
import { FilterOperatorKey } from './types.ts';

/** A node as GraphQL callers write it. It has the shape of REST, with an enum for operators. */
interface NodeInput {
  and?: NodeInput[] | null | undefined;
  or?: NodeInput[] | null | undefined;
  not?: NodeInput | null | undefined;
  condition?: ConditionValue | null | undefined;
}

interface ConditionValue {
  field: string;
  operator: string;
  values: readonly unknown[];
  when?: WhenValue | null | undefined;
}

/** Exactly one key has a value. */
type WhenValue = {
  [Key in 'firstSeen' | 'lastSeen' | 'notSeen']?: keyof typeof WINDOW_OF | null | undefined;
};

/** Windows of REST by their names over GraphQL. */
const WINDOW_OF = { DAYS_30: '30d', DAYS_90: '90d', DAYS_180: '180d', DAYS_365: '365d' } as const;

const EvidenceWindowRef = builder.enumType('EvidenceWindow', {
  description: 'Number of days before the newest observation of the catalogue.',
  values: {
    DAYS_30: { description: '30 days.' },
    DAYS_90: { description: '90 days, the window of the tier HIGH.' },
    DAYS_180: { description: '180 days.' },
    DAYS_365: { description: '365 days, the window of the tier MEDIUM.' },
  } satisfies Record<keyof typeof WINDOW_OF, object>,
});

const WhenInput = builder.inputType('EvidenceWhenInput', {
  description:
    'Age of the evidence that a condition on a dated field counts; exactly one key must be given. The age does not change the tier.',
  isOneOf: true,
  fields: (t) => ({
    firstSeen: t.field({
      type: EvidenceWindowRef,
      description: 'The evidence was first seen within this window: the company adopted the value.',
    }),
    lastSeen: t.field({
      type: EvidenceWindowRef,
      description: 'The evidence was last seen within this window: the value is in use.',
    }),
    notSeen: t.field({
      type: EvidenceWindowRef,
      description:
        'The evidence exists, and was last seen before this window: the company dropped the value.',
    }),
  }),
});

const ConditionInput = builder.inputType('FilterConditionInput', {
  description: 'A condition on a field of companies.',
  fields: (t) => ({
    field: t.field({
      type: 'FilterFieldKey',
      required: true,
      description: 'Field to compare: a `key` of `filterFields.fields`.',
    }),
    operator: t.field({
      type: FilterOperatorKey,
      required: true,
      description: 'Operator; must be one of the `operators` of the field.',
    }),
    values: t.field({
      type: ['FilterLiteral'],
      required: true,
      description:
        'Strings, integers or booleans, as required by the field and operator. At most 250; `contains`, `starts_with` and `ends_with` together have at most 250 in a definition.',
    }),
    when: t.field({
      type: WhenInput,
      description:
        'Age of the evidence that counts. Only for fields that are `dated`. Default: all evidence counts.',
    }),
  }),
});

const NodeInputRef: InputRef<NodeInput> = builder.inputRef<NodeInput>('FilterNodeInput').implement({
  description:
    'A node of a filter tree; exactly one key must be given. A tree has at most 8 levels and 100 conditions.',
  isOneOf: true,
  fields: (t) => ({
    and: t.field({
      type: [NodeInputRef],
      description: 'Companies that match all of these nodes; at least one node.',
    }),
    or: t.field({
      type: [NodeInputRef],
      description: 'Companies that match any of these nodes; at least one node.',
    }),
    not: t.field({ type: NodeInputRef, description: 'Companies that do not match this node.' }),
    condition: t.field({ type: ConditionInput, description: 'Companies that meet this condition.' }),
  }),
});

export const DefinitionInput = builder.inputType('DefinitionInput', {
  description: 'A filter tree, with the version of the registry of fields that it was written for.',
  fields: (t) => ({
    registryVersion: t.string({
      required: true,
      description: 'Value of `filterFields.registryVersion`.',
    }),
    root: t.field({
      type: NodeInputRef,
      description:
        'Root of the tree. Null matches no company and is allowed in saved lists only. A definition without it is refused.',
    }),
  }),
});

interface DefinitionArguments {
  definition?: { registryVersion: string; root?: NodeInput | null | undefined } | null | undefined;
  definitionJson?: unknown;
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** Tells whether a call has a definition, for operations in which it is optional. */
export function isDefinitionGiven({ definition, definitionJson }: DefinitionArguments): boolean {
  return isGiven(definition) || isGiven(definitionJson);
}

/**
 * Converts the definition of a call to the shape of REST, in which it is validated.
 *
 * @throws Fault validation_error unless exactly one of the two arguments is given.
 */
export function toRawDefinition({ definition, definitionJson }: DefinitionArguments): unknown {
  if (isGiven(definition) === isGiven(definitionJson))
    throw validationFault([
      { pointer: '/definition', message: 'give exactly one of definition and definitionJson' },
    ]);
  if (!definition) return definitionJson;
  const { registryVersion, root } = definition;
  return {
    registry_version: registryVersion,
    ...(root === undefined ? {} : { root: root === null ? null : toRawNode(root) }),
  };
}

/** Converts a node. Null keys are left out, because the validator counts the keys of a node. */
function toRawNode({ and, or, not, condition }: NodeInput): object {
  const raw = condition && {
    ...condition,
    operator: toEnumValue(condition.operator),
    when: condition.when ? toRawWhen(condition.when) : undefined,
  };
  return {
    ...(and ? { and: and.map(toRawNode) } : {}),
    ...(or ? { or: or.map(toRawNode) } : {}),
    ...(not ? { not: toRawNode(not) } : {}),
    ...(raw ? { condition: raw } : {}),
  };
}

function toRawWhen({ firstSeen, lastSeen, notSeen }: WhenValue): object {
  return {
    ...(firstSeen && { first_seen: WINDOW_OF[firstSeen] }),
    ...(lastSeen && { last_seen: WINDOW_OF[lastSeen] }),
    ...(notSeen && { not_seen: WINDOW_OF[notSeen] }),
  };
}
