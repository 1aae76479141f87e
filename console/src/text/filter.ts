const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Texts of the filter's model: what is wrong, sentences, and the words that people type. */
export const filterText = {
  shape: {
    version: 'registry_version is missing: it must be a string.',
    root: 'root is missing: it must be a node, or null.',
    tooDeep: (levels: number) => `The filter is nested deeper than ${levels} levels.`,
    oneKey: 'A node must have exactly one key: and, or, not, or condition.',
    tooMany: (count: number) => `The filter has more than ${count} conditions.`,
    tooManyValues: (count: number) => `A condition has more than ${count} values.`,
    value: 'A value must be a text, a number, or true or false.',
    array: 'This must be a list, in square brackets.',
    empty: 'This list must not be empty.',
    key: 'This must be a text.',
    object: (keys: readonly string[]) => `This must be an object with ${list.format(keys)}.`,
    unknownKey: (key: string, keys: readonly string[]) =>
      `Unknown key “${key.slice(0, 60)}”. Use ${list.format(keys)}.`,
  },
} as const;
