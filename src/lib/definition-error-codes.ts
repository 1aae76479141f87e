/** Faults of a definition, in the entries of `invalid_definition`, with what they mean. Both APIs document them. */
export const DEFINITION_ERRORS = {
  missing: 'A required key is missing.',
  wrong_type: 'A value has the wrong JSON type.',
  unknown_key: 'An object has a key that is unknown there.',
  not_one_key: 'A node has no key, or more than one.',
  empty: '`and` or `or` has no node.',
  too_deep: 'The tree has too many levels.',
  too_many_conditions: 'The tree has too many conditions.',
  too_many_values: 'A condition has too many values, or the named lists have too many domains.',
  too_many_patterns: 'The text operators of the definition have too many values together.',
  wrong_number_of_values: 'The operator takes another number of values.',
  unknown_registry_version: 'The registry version is unknown. Use the one that `filterFields` shows.',
  unknown_field: 'The field is unknown.',
  unknown_operator: 'The operator is unknown.',
  operator_not_allowed: 'The field does not have this operator.',
  unknown_value: 'The vocabulary of the field does not have this value.',
  out_of_range: 'A number or the length of a text is out of range, or a text cannot be stored.',
  too_many_lists: 'The definition names too many lists, with those that they name.',
  list_cycle:
    'The definition names a list that names the edited list, directly or through others. `path` has the lists.',
  unbounded_definition: 'The definition could match companies without any positive condition.',
} as const satisfies Record<string, string>;

export type DefinitionErrorCode = keyof typeof DEFINITION_ERRORS;

export const DEFINITION_ERROR_CODES = Object.keys(DEFINITION_ERRORS) as DefinitionErrorCode[];
