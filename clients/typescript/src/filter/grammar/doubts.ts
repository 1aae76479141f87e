import { type Catalogue, findField } from '../catalogue.ts';
import { quote } from './choices.ts';
import type { Atom, Item } from './items.ts';
import { phraseOf } from './phrases.ts';
import type { Choice } from './types.ts';

type Unknown = Extract<Item, { kind: 'unknown' }>;
type Open = Extract<Item, { kind: 'ambiguous' }>;

/** Endings of words that take something away: "relocated", "leaving", "absent", "harmless". */
const TAKES_AWAY = /(?:ed|ing|ent|less|away|out|off)$/i;

/**
 * Leaves open the values that follow a word without a meaning: "shunning kubernetes" may be the opposite of using it. The
 * values of the same field that are listed after it are open as well: "shunning kubernetes, docker". What is only
 * likened, as in "companies like acme", is no condition at all.
 */
export function withDoubts(items: readonly Item[], catalogue: Catalogue, text: string): Item[] {
  const result: Item[] = [];
  /** Field of the values that are in doubt, while their list goes on. */
  let doubted: string | undefined;
  let isAfterLink = false;
  /** Whether a list of compared companies goes on. */
  let isLikened = false;
  for (const item of items) {
    const isListed = isAfterLink && isValue(item) && !(item.kind === 'atom' && item.isCued);
    if (item.kind === 'link') isAfterLink = true;
    else if (item.kind !== 'filler') isAfterLink = false;
    if (item.kind === 'link' || item.kind === 'filler') result.push(item);
    else if (isListed && isLikened) result.push({ ...alone(item), reason: 'alike' });
    else if (isListed && item.kind === 'atom' && item.field === doubted)
      result.push(inDoubt([], item, catalogue, text));
    else {
      const words = isValue(item) ? wordsBefore(result, item, text) : [];
      doubted = words.length > 0 && item.kind === 'atom' ? item.field : undefined;
      isLikened = words[0]?.kind === 'alike';
      result.splice(result.length - words.length);
      result.push(words.length > 0 && isValue(item) ? joined(words, item, catalogue, text) : item);
    }
  }
  return result;
}

const isValue = (item: Item): item is Atom | Open => item.kind === 'atom' || item.kind === 'ambiguous';

const alone = ({ from, to }: { from: number; to: number }): Unknown => ({
  kind: 'unknown',
  from,
  to,
  isPending: false,
  choices: [],
});

/** The words that put a value in doubt: the last one without a meaning, and words of the grammar after it. */
function wordsBefore(before: readonly Item[], item: Atom | Open, text: string): Item[] {
  const index = before.findLastIndex(({ kind }) => kind !== 'filler');
  const word = before[index];
  if (word?.kind !== 'unknown' && word?.kind !== 'alike') return [];
  const words = before.slice(index);
  if (word.kind === 'alike') return words;
  if (item.kind === 'ambiguous') return [];
  const place = /^(?:in|within|inside)\s/i.test(text.slice(item.from, item.to));
  // "startups in germany" says where they are, "absent in germany" does not.
  const isSubject = place && !word.isNegated && !TAKES_AWAY.test(text.slice(word.from, word.to));
  return isSubject || item.negated ? [] : words;
}

function joined(words: readonly Item[], item: Atom | Open, catalogue: Catalogue, text: string): Item {
  const [first] = words;
  const from = first?.from ?? item.from;
  if (first?.kind === 'alike') return { ...alone({ from, to: item.to }), reason: 'alike' };
  if (item.kind !== 'atom') return { ...item, from };
  return inDoubt(words, item, catalogue, text);
}

/** A value that may be wanted or not. A misspelt word before it may be a value of its own. */
function inDoubt(words: readonly Item[], atom: Atom, catalogue: Catalogue, text: string): Item {
  const { field, operator, values, labels, when, name, to } = atom;
  const from = words[0]?.from ?? atom.from;
  const own = text.slice(atom.from, atom.to);
  const cued = atom.isCued || findField(catalogue, field)?.type === 'integer' || /^\d/.test(own);
  const plain = cued ? own : `${phraseOf(field)} ${quote(text.slice(atom.valueFrom, atom.valueTo))}`;
  const meaning = {
    field,
    operator,
    values,
    labels,
    ...(when ? { when } : {}),
    ...(name === undefined ? {} : { name }),
  };
  const choices: Choice[] = [true, false].map((negated) => ({
    ...meaning,
    negated,
    text: `${negated ? 'not ' : ''}${plain}`,
  }));
  const spelt = words.flatMap((word) => (word.kind === 'unknown' ? word.choices : []));
  const others = spelt
    .filter(({ field: key, operator: how }) => key !== 'name' && how === 'any_of')
    .map((choice) => ({ ...choice, text: `${choice.text}, ${plain}` }));
  return { kind: 'ambiguous', from, to, choices: [...choices, ...others], reason: 'doubt' };
}
