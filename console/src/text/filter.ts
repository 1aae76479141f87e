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
  'date.gte': { one: 'is on or after', many: 'is on or after', join: 'or' },
  'date.lte': { one: 'is on or before', many: 'is on or before', join: 'or' },
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
  shape: {
    object: (keys: readonly string[]) => `This must be an object with ${formatChoices(keys)}.`,
    unknownKey: (key: string, keys: readonly string[]) =>
      `Unknown key “${key.slice(0, 60)}”. Use ${formatChoices(keys)}.`,
  },
  sentence: {
    joiners: { and: ', and', or: ', or' },
    operators: SENTENCE_OPERATORS,
    otherOperator: (operator: string): OperatorText => {
      const text = operator.replaceAll('_', ' ');
      return { one: text, many: text, join: 'or' };
    },
    fieldNames: FIELD_NAMES,
    flags: { yes: 'yes', no: 'no' },
    when: WHEN,
    listNumber: (id: unknown) => `List ${id}`,
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
