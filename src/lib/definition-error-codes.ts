/** Faults of a definition, in the entries of `invalid_definition`. Both APIs and their documents name them. */
export const DEFINITION_ERROR_CODES = [
  'missing',
  'wrong_type',
  'unknown_key',
  'not_one_key',
  'empty',
  'too_deep',
  'too_many_conditions',
  'too_many_values',
  'too_many_patterns',
  'wrong_number_of_values',
  'unknown_registry_version',
  'unknown_field',
  'unknown_operator',
  'operator_not_allowed',
  'unknown_value',
  'out_of_range',
  'unbounded_definition',
] as const;

export type DefinitionErrorCode = (typeof DEFINITION_ERROR_CODES)[number];
