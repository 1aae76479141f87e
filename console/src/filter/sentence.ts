import { formatDay } from '../lib/format.ts';
import { visibleText } from '../lib/visible-text.ts';
import { filterText, type OperatorText } from '../text/filter.ts';
import { type Catalogue, type FieldType, findField, isOwn, listedLabel } from './catalogue.ts';
import {
  asGroup,
  type Condition,
  type Definition,
  type FilterNode,
  type Value,
  type When,
} from './definition.ts';

/**
 * Labels of the parts of a condition, as they stand within a sentence. People and imports wrote them: their controls are
 * visible, so that they cannot change the sentence around them.
 */
export interface Labels {
  field(key: string): string;
  value(field: string, value: Value): string;
  /** Words of an operator; absent where those of all fields fit. */
  operator?(field: string, operator: string): OperatorText;
  /** Newest observation of the catalogue, which ages of evidence name; without it they name no day. */
  asOf?: string | undefined;
}

/** A word or a group of words. `joiner` stands between values or nodes; `bracket` encloses a group. */
export interface Word {
  kind: 'intro' | 'field' | 'operator' | 'value' | 'when' | 'joiner' | 'not' | 'bracket' | 'more';
  text: string;
  /** Whether no space stands before it. */
  tight?: true;
}

const texts = filterText.sentence;

/**
 * Returns the labels of a catalogue.
 *
 * @param known labels of values that the catalogue does not list, such as those that a search found.
 */
export function labelsOf(
  catalogue: Catalogue,
  known: (field: string, value: Value) => string | undefined = () => undefined,
): Labels {
  return {
    field: (key) => {
      const found = findField(catalogue, key);
      const label = found ? visibleText(found.label) : key;
      // People wrote those of own fields: "ARR".
      if (isOwn(key)) return found || catalogue.fields.length === 0 ? label : `${key} (no such field)`;
      return texts.fieldNames[key] ?? label.charAt(0).toLowerCase() + label.slice(1);
    },
    value: (field, value) => visibleText(known(field, value) ?? listedLabel(catalogue, field, value)),
    operator: (key, operator) => operatorText(key, operator, findField(catalogue, key)?.type),
    asOf: catalogue.asOf,
  };
}

/** Returns the words of an operator in a sentence about a field, of whose type they may depend. */
export function operatorText(field: string, operator: string, type?: FieldType): OperatorText {
  const special = texts.operators[`${field}.${operator}`] ?? texts.operators[`${type}.${operator}`];
  return special ?? texts.operators[operator] ?? texts.otherOperator(operator);
}

/**
 * Returns a definition in words: "Companies where industry is Software or SaaS, and not partner is AWS".
 *
 * @param maxValues number of values of a condition that are named; the others are counted.
 */
export function toSentence(
  { root }: Definition,
  labels: Labels,
  maxValues = Number.POSITIVE_INFINITY,
): Word[] {
  if (root === null) return [{ kind: 'intro', text: 'No filter: no company matches by itself' }];
  return [{ kind: 'intro', text: 'Companies where' }, ...nodeWords(root, { labels, maxValues }, true)];
}

/** Returns a sentence as plain text. */
export function toPlainText(words: readonly Word[]): string {
  let text = '';
  let open = true;
  for (const word of words) {
    text += `${open || word.tight ? '' : ' '}${word.text}`;
    open = word.text === '(';
  }
  return text;
}

/** Returns a node in words, for a diff or a label. */
export function nodeSentence(node: FilterNode, labels: Labels, maxValues = 5): string {
  return toPlainText(nodeWords(node, { labels, maxValues }, true));
}

/**
 * Returns the age of the evidence of a field in words, such as "adopted in the 90 days before 1 Mar 2026".
 *
 * @param asOf newest observation of the catalogue. Evidence ages from there, not from today.
 */
export function whenWords(field: string, when: When, asOf: string | undefined): string {
  const [[key, window] = ['', '']] = Object.entries(when);
  const days = window.replace(/^(\d+)d$/, '$1 days');
  const words = texts.when[`${field}.${key}`] ?? texts.when[key] ?? key.replaceAll('_', ' ');
  return `${words} ${asOf === undefined ? `in the last ${days} of data` : `in the ${days} before ${formatDay(asOf)}`}`;
}

type Context = { labels: Labels; maxValues: number };

function nodeWords(node: FilterNode, context: Context, isTop = false): Word[] {
  if ('not' in node) return [{ kind: 'not', text: 'not' }, ...nodeWords(node.not, context)];
  if ('condition' in node) return conditionWords(node.condition, context);
  const { kind, children } = asGroup(node) ?? { kind: 'and', children: [] };
  const inner = children.flatMap((child, index): Word[] => {
    const words = nodeWords(child, context);
    return index === 0 ? words : [{ kind: 'joiner', text: texts.joiners[kind], tight: true }, ...words];
  });
  if (isTop || children.length < 2) return inner;
  return [{ kind: 'bracket', text: '(' }, ...inner, { kind: 'bracket', text: ')', tight: true }];
}

function conditionWords(condition: Condition, { labels, maxValues }: Context): Word[] {
  const { field, operator, values, when } = condition;
  const name: Word = { kind: 'field', text: labels.field(field) };
  if (operator === 'is_known')
    return [name, { kind: 'operator', text: values[0] === false ? 'is unknown' : 'is known' }];
  const { one, many, join } = labels.operator?.(field, operator) ?? operatorText(field, operator);
  const joiner = (text: string): Word => ({ kind: 'joiner', text, ...(text === ',' && { tight: true }) });
  const shown = values.slice(0, values.length > maxValues + 1 ? maxValues : values.length);
  const words = shown.flatMap((value, index): Word[] => {
    const word: Word = { kind: 'value', text: labels.value(field, value) };
    return index === 0 ? [word] : [joiner(index === values.length - 1 ? join : ','), word];
  });
  const rest = values.length - shown.length;
  if (rest > 0)
    words.push({ kind: 'more', text: join === ',' ? `and ${rest} more` : `${join} ${rest} more` });
  if (values.length === 0) words.push({ kind: 'more', text: '…' });
  if (when) words.push(joiner(','), { kind: 'when', text: whenWords(field, when, labels.asOf) });
  return [name, { kind: 'operator', text: values.length === 1 ? one : many }, ...words];
}
