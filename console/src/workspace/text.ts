import { formatNumber } from '../lib/format.ts';
import { visibleText } from '../lib/visible-text.ts';

const isMac = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '');
const command = isMac ? '⌘' : 'Ctrl+';

const companies = (count: number) => `${formatNumber(count)} ${count === 1 ? 'company' : 'companies'}`;

/** Texts of the tree editor, its drafts and the saving of definitions. */
export const editorText = {
  tree: {
    label: 'Conditions of the filter',
    help: 'Arrow keys move between rows. Enter edits a row, Escape returns to it. Alt with arrow keys moves a row. “!” adds or removes “not”, Delete removes the row.',
    companiesThat: 'Companies that match',
    group: 'Group',
    groupKind: 'How the conditions of this group combine',
    kinds: { and: 'all of', or: 'any of' },
    joints: { and: 'and', or: 'or' },
    not: 'not',
    notHint: 'Keep only companies that this row does not match (!)',
    addNot: 'Add “not”',
    removeNot: 'Remove “not”',
    field: 'Field',
    operator: 'Operator',
    when: 'When it was seen',
    deletedField:
      'This field was deleted: no company has a value. The condition stays until you remove or change it.',
    unknownField: (field: string) => `${field} (unknown)`,
    operators: {
      any_of: 'is any of',
      all_of: 'is all of',
      none_of: 'is none of',
      is_known: 'is known',
      eq: 'is',
      gte: 'is at least',
      lte: 'is at most',
      between: 'is between',
      'date.gte': 'is on or after',
      'date.lte': 'is on or before',
      contains: 'contains',
      starts_with: 'starts with',
      ends_with: 'ends with',
      equals: 'is exactly',
    } as Readonly<Record<string, string>>,
    row: (sentence: string) => sentence,
    cycle: (names: readonly string[]) =>
      names.length === 0
        ? 'A list cannot be a condition of itself.'
        : `This leads back to the list itself: ${[...names, 'this list'].join(' → ')}. A list cannot be a part of itself.`,
    unfinished: 'not finished, not counted',
    emptyGroup: 'This group is empty. Add a condition to it.',
    addCondition: 'condition',
    addConditionTo: 'Add a condition to this group',
    addGroup: 'group',
    addGroupTo: 'Add a group to this group',
    move: 'Drag to move',
    actions: 'More actions',
    duplicate: 'Duplicate',
    remove: 'Remove',
    up: 'Move up',
    down: 'Move down',
    indent: 'Move into a group',
    lift: 'Move out of the group',
    group2: 'Wrap in a group',
    shortcuts: { negate: '!', remove: 'Del', up: 'Alt ↑', down: 'Alt ↓', indent: 'Alt →', lift: 'Alt ←' },
  },
  toolbar: {
    undoKey: `${command}Z`,
    redoKey: isMac ? '⇧⌘Z' : 'Ctrl+Shift+Z',
  },
  review: {
    after: 'This draft',
    leaves: (count: number) => `${companies(count)} leave`,
    enters: (count: number) => `${companies(count)} enter`,
    after2: (count: number) => `Afterwards the list has ${companies(count)}.`,
    sample: (shown: number, count: number) => `The first ${shown} of ${formatNumber(count)}`,
  },
  create: {
    matches: (count: number) => `${companies(count)} match.`,
  },
  conflict: {
    result: (count: number) => `The result matches ${companies(count)}.`,
  },
} as const;

/** Texts of the numbers beside a filter that changes. */
export const numbersText = {
  breakdown: {
    list: (field: string) => `Matches by ${field}`,
    isNot: (field: string, value: string) => `${field} is not ${value}: add this condition`,
  },
  histogram: {
    atLeast: (value: string) => `${value} and more`,
    atMost: (value: string) => `up to ${value}`,
    /** Own numbers may be negative, and days have words within. */
    range: (low: string, high: string, isOwn: boolean) => (isOwn ? `${low} to ${high}` : `${low}–${high}`),
    bar: (field: string, label: string, count: string) => `${field} ${label}: ${count}: add this condition`,
  },
} as const;

/** Texts of the editors of values and of "+ condition". */
export const valuesText = {
  valuesOf: (field: string) => `Values of ${visibleText(field)}`,
  addTo: (field: string) => `Add a value to ${field}`,
  removed: (label: string) => `Removed ${label}.`,
  added: (label: string) => `Added ${label}.`,
  inCatalogue: (count: string) => `${count} in the catalogue`,
  within: (total: string) => `Numbers: among the ${total} companies that the other conditions leave.`,
  partners: (count: string) => `${count} partners`,
  value: (field: string) => `Value of ${field}`,
  compared: {
    integer: 'Enter a whole number.',
    number: 'Enter a number, such as 1200.5, of at most 15 digits, 4 of them after the point.',
    date: 'Enter a day.',
    range: (min: string, max: string) => `Enter a number from ${min} to ${max}.`,
    order: 'The first value must not be greater than the second.',
  },
  isKnown: (field: string) => `Whether ${field} is known`,
  isTrue: (field: string) => `Whether ${field} is true`,
} as const;
