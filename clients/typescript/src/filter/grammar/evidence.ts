import { type Catalogue, findField } from '../catalogue.ts';
import { windowOf } from './ages.ts';
import { quote } from './choices.ts';
import type { Atom, Item } from './items.ts';
import { phraseOf } from './phrases.ts';
import type { Choice } from './types.ts';

const KEYS: readonly string[] = ['first_seen', 'last_seen', 'not_seen'];

/**
 * Gives conditions the age of evidence that the words say: "adopted kubernetes or docker in the last 90 days". A
 * condition without a time that it needs, or with one that filters do not have, becomes a choice between times.
 */
export function withAges(items: readonly Item[], catalogue: Catalogue, text: string): Item[] {
  const result: Item[] = [];
  for (const item of items) {
    if (item.kind === 'age') attach(result, item, catalogue, text);
    else if (item.kind === 'atom' && item.isBareYear && isOfEvidence(result, catalogue))
      result.push(withoutYear(item, text));
    else result.push(item);
  }
  return result.map((item) =>
    item.kind === 'atom' && item.whenKey && !item.when ? withoutTime(item, catalogue, text) : item,
  );
}

/**
 * Whether a year after these items tells when something was used: "using docker in germany since 2020". Filters know no
 * years of evidence. The second of two years has the meaning of the first.
 */
function isOfEvidence(before: readonly Item[], catalogue: Catalogue): boolean {
  const isDated = (field: string) => Boolean(findField(catalogue, field)?.when);
  let isLinked = false;
  for (const item of before.toReversed()) {
    if (item.kind === 'ambiguous')
      return item.reason === 'time' || (!isLinked && item.choices.some(({ field }) => isDated(field)));
    if (item.kind === 'link') isLinked = true;
    else if (item.kind === 'atom' && isDated(item.field)) return !isLinked;
    else if (
      item.kind !== 'filler' &&
      item.kind !== 'age' &&
      !(item.kind === 'atom' && item.field === 'country')
    )
      return false;
  }
  return false;
}

function withoutYear(atom: Atom, text: string): Item {
  const { from, to, field, operator, values, labels, negated, valueFrom, valueTo } = atom;
  const words = `${negated ? 'not ' : ''}${phraseOf(field)} ${text.slice(valueFrom, valueTo)}`;
  const choice = { field, operator, values, labels, negated, text: words };
  return { kind: 'ambiguous', from, to, choices: [choice], reason: 'time' };
}

type Age = Extract<Item, { kind: 'age' }>;

function attach(before: Item[], age: Age, catalogue: Catalogue, text: string): void {
  const targets = listBefore(before, catalogue);
  const last = targets.at(-1);
  if (!last) {
    before.push({ kind: 'unknown', from: age.from, to: age.to, isPending: false, choices: [] });
    return;
  }
  const index = before.lastIndexOf(last);
  const between = before.splice(index + 1);
  // Words between the value and the time belong to the condition.
  const isDirect = between.every(({ kind }) => kind === 'filler');
  if (!isDirect) before.push(...between);
  const window = windowOf(findField(catalogue, last.field)?.when?.windows ?? [], age.days);
  for (const target of targets) {
    const key = age.key ?? target.whenKey ?? 'last_seen';
    const to = target === last && isDirect ? age.to : target.to;
    const place = before.indexOf(target);
    before[place] =
      window === undefined
        ? withChoices({ ...target, to }, key, catalogue, text.slice(target.from, target.to))
        : { ...target, to, when: { [key]: window } };
  }
  if (!isDirect) before.push({ kind: 'filler', from: age.from, to: age.to, isPlace: false });
}

/** The last dated condition, and those before it in its list: "kubernetes or docker". */
function listBefore(items: readonly Item[], catalogue: Catalogue): Atom[] {
  const found: Atom[] = [];
  for (const item of items.toReversed()) {
    if (item.kind === 'link' || item.kind === 'filler') {
      if (found[0]?.isCued) break;
      continue;
    }
    const isMember =
      item.kind === 'atom' &&
      item.operator === 'any_of' &&
      !item.when &&
      findField(catalogue, item.field)?.when;
    if (!isMember || (found[0] && found[0].field !== item.field)) break;
    found.unshift(item);
    if (item.isCued) break;
  }
  return found;
}

function withoutTime(atom: Atom, catalogue: Catalogue, text: string): Item {
  return withChoices(atom, atom.whenKey ?? '', catalogue, text.slice(atom.from, atom.to));
}

function withChoices(atom: Atom, key: string, catalogue: Catalogue, words: string): Item {
  const { from, to, field, operator, values, labels, negated } = atom;
  const { keys = [], windows = [] } = findField(catalogue, field)?.when ?? {};
  const choices: Choice[] = windows.flatMap((window) => {
    if (!KEYS.includes(key) || !keys.includes(key)) return [];
    const days = `${Number.parseInt(window, 10)} days`;
    const time = key === 'not_seen' && !atom.whenKey ? `not seen for ${days}` : `in the last ${days}`;
    return [{ field, operator, values, labels, negated, when: { [key]: window }, text: `${words} ${time}` }];
  });
  // Who says "dropped" without a time may mean companies that do not use it.
  const isPast = key === 'not_seen' && atom.whenKey !== undefined && !negated && field !== 'partner';
  const value = words.slice(atom.valueFrom - from, atom.valueTo - from);
  if (isPast)
    choices.push({
      field,
      operator,
      values,
      labels,
      negated: true,
      text: `not ${phraseOf(field)} ${quote(value)}`,
    });
  return { kind: 'ambiguous', from, to, choices };
}
