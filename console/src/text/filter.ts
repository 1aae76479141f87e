import { formatChoices } from '../lib/format.ts';
export interface OperatorText {
  /** With one value. */
  one: string;
  many: string;
  /** Before the last of several values. */
  join: string;
}

/** Words of operators, by field and operator where a field needs others. */
const SENTENCE_OPERATORS: Readonly<Record<string, OperatorText>> = {
  any_of: { one: 'is', many: 'is', join: 'or' },
  all_of: { one: 'is', many: 'includes', join: 'and' },
  none_of: { one: 'is not', many: 'is none of', join: 'or' },
  eq: { one: 'is', many: 'is', join: 'or' },
  gte: { one: 'is at least', many: 'is at least', join: 'or' },
  lte: { one: 'is at most', many: 'is at most', join: 'or' },
  between: { one: 'is from', many: 'is from', join: 'to' },
  contains: { one: 'contains', many: 'contains', join: 'or' },
  starts_with: { one: 'starts with', many: 'starts with', join: 'or' },
  ends_with: { one: 'ends with', many: 'ends with', join: 'or' },
  equals: { one: 'is', many: 'is', join: 'or' },
  'list.any_of': { one: 'is in the list', many: 'is in one of the lists', join: ',' },
  'list.none_of': { one: 'is not in the list', many: 'is in none of the lists', join: ',' },
};

/** Words before the window of `when`, by its key, and by field and key where others fit better. */
const WHEN: Readonly<Record<string, string>> = {
  first_seen: 'adopted',
  last_seen: 'in use',
  not_seen: 'not seen',
  'partner.first_seen': 'new',
  'partner.last_seen': 'seen',
};

/** Names of fields within a sentence, where the label reads badly. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  founded_year: 'founding year',
  list: 'the company',
};

/** Texts of the filter's model: what is wrong, sentences, and the words that people type. */
export const filterText = {
  outcomes: {
    met: 'met',
    failed: 'not met',
    unneeded: 'not met, and not needed',
    kinds: { all: 'all of:', any: 'any of:' },
  },
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
    when: 'when must be an object with one key, such as {"first_seen": "90d"}.',
    object: (keys: readonly string[]) => `This must be an object with ${formatChoices(keys)}.`,
    unknownKey: (key: string, keys: readonly string[]) =>
      `Unknown key “${key.slice(0, 60)}”. Use ${formatChoices(keys)}.`,
  },
  paste: {
    nothing: 'There is nothing to read. Paste a definition as JSON.',
    noBody: 'This curl command has no body: -d is missing.',
    noDefinition: 'There is no filter in this text. It needs a key root, and, or, not, or condition.',
    endsEarly: 'The text ends too early',
    tooNested: 'The text is nested too deeply',
    valueExpected: 'A value is expected',
    openString: 'A text in double quotes is not complete',
    keyExpected: 'A key or a closing brace is expected',
    colonExpected: 'A colon is expected',
    extra: 'There is more text after the end of the JSON',
    at: (message: string, line: number, column: number) => `${message}: line ${line}, column ${column}.`,
    at2: (message: string, pointer: string) => (pointer === '' ? message : `${pointer}: ${message}`),
  },
  draftLink: {
    unknownVersion:
      'This link was made by a newer version of the console. Reload the page and open it again.',
    broken: 'This link is damaged, so its draft cannot be read.',
    cut: 'A part of this link is missing. Copy the complete link.',
  },
  sentence: {
    companiesWhere: 'Companies where',
    nothing: 'No filter: no company matches by itself',
    not: 'not',
    joiners: { and: ', and', or: ', or' },
    known: 'is known',
    unknown: 'is unknown',
    operators: SENTENCE_OPERATORS,
    otherOperator: (operator: string): OperatorText => {
      const text = operator.replaceAll('_', ' ');
      return { one: text, many: text, join: 'or' };
    },
    fieldNames: FIELD_NAMES,
    when: WHEN,
    lastDays: (days: string) => `in the last ${days} of data`,
    daysBefore: (days: string, asOf: string) => `in the ${days} before ${asOf}`,
    anyTime: 'any time',
    listNumber: (id: unknown) => `List ${id}`,
    more: (count: number, join: string) => (join === ',' ? `and ${count} more` : `${join} ${count} more`),
  },
  fixes: {
    use: (value: string) => `Use “${value}”`,
    useVersion: (version: string) => `Use version ${version}`,
    removeValue: 'Remove this value',
    removeGroup: 'Remove this group',
    swap: 'Swap the two values',
  },
  quickAdd: {
    textOperators: {
      contains: ['contains', 'with'],
      starts_with: ['starts with', 'begins with'],
      ends_with: ['ends with', 'ending in'],
      equals: ['equals', 'is', '='],
    },
  },
} as const;
