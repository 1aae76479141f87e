import type { Catalogue, CatalogueField } from '../catalogue.ts';
import { readAge } from './ages.ts';
import { choicesForUnknown, choicesOf } from './choices.ts';
import { readCodes } from './codes.ts';
import type { Atom, Item } from './items.ts';
import { decide, rankMatches } from './lookup.ts';
import { atomOfMatch, numberAtom, numberChoices } from './meanings.ts';
import { COMPANIES, type Cue, countOf, KNOWN, ROLES, type Role } from './phrases.ts';
import { Reader } from './reader.ts';
import type { Token } from './tokens.ts';
import type { Answer, Search } from './types.ts';
import { isSingle, type Match } from './vocabulary.ts';

/** Further conditions are not read, so that the filter stays within its bounds. */
const MAX_ATOMS = 80;

/** Words without a meaning for which values of a similar spelling are looked for. */
const MAX_SPELT = 8;

/** A value after the name of its field. */
interface Cued {
  cue: Cue;
  start: number;
  /** Whether its words can be the name of a list alone. */
  isList?: boolean;
}

/** Whether a value is none of the partners that the word after it asks for: "kubernetes partners". */
const isOfOther =
  ({ fields }: Cue) =>
  ({ field }: Match) =>
    fields[0] === 'partner' && !isSingle(field);

/** "not hiring" asks for companies that say no. It leaves out those that say nothing, as "hiring" does. */
function withoutNot(atom: Atom): Atom {
  const [value] = atom.values;
  if (!atom.negated || atom.operator !== 'eq' || typeof value !== 'boolean') return atom;
  return { ...atom, values: [!value], labels: [String(!value)], negated: false };
}

/** Reads a sentence from left to right into items. The longest phrase that means something is taken first. */
export class Scanner {
  readonly #reader: Reader;
  readonly #items: Item[] = [];
  #at = 0;
  #atoms = 0;
  #unknown = 0;
  /** Words of a negation whose condition has not come yet. */
  #negation: { from: number; index: number } | undefined;
  /** Field whose values stay negated: "not germany, austria". */
  #sticky: string | undefined;
  /** Field that was named before: "using kubernetes, docker". */
  #preferred: Cue | undefined;

  constructor(text: string, catalogue: Catalogue, answers: readonly Answer[]) {
    this.#reader = new Reader(text, catalogue, answers);
  }

  get searches(): Search[] {
    return this.#reader.lookup.searches;
  }

  scan(): Item[] {
    const { tokens } = this.#reader;
    for (let token = tokens[0]; token; token = tokens[this.#at]) {
      if (this.#atoms >= MAX_ATOMS) this.#pushUnknown(this.#at, 1, []);
      else if (token.isQuoted || !(this.#bracket(token) || this.#age() || this.#number() || this.#ending()))
        this.#word();
    }
    return this.#items;
  }

  /** The longest of a value, the name of a field and another word of the grammar. */
  #word(): void {
    const { tokens, cues } = this.#reader;
    if (this.#codes()) return;
    const cue = cues.before.at(tokens, this.#at);
    const role = ROLES.at(tokens, this.#at);
    const known = this.#reader.lookup.exactLength(this.#fieldsHere(), this.#at);
    const isRead =
      (known > Math.max(cue?.length ?? 0, role?.length ?? 0) && this.#value(this.#at)) ||
      (cue !== undefined && cue.length >= (role?.length ?? 0) && this.#cue(cue.meaning, cue.length)) ||
      (known > 0 && !role && this.#value(this.#at));
    if (isRead) return;
    if (role) this.#role(role.meaning, role.length);
    else if (cue) this.#pushUnknown(this.#at, cue.length, []);
    else if (!this.#value(this.#at)) this.#pushUnknown(this.#at, 1, []);
  }

  /** Codes of countries, which may be words as well. */
  #codes(): boolean {
    const found = readCodes(this.#reader, this.#at, this.#items);
    if (found?.isSure) this.#pushCodes(found.match, this.#at);
    else if (found) {
      // What the letters mean elsewhere is offered as well: "it" for IT services.
      const { lookup } = this.#reader;
      const others = lookup.exact(lookup.fields({ withLists: false }), this.#at, 1, false);
      const rivals = others.filter(({ field }) => field.key !== 'country');
      this.#pushAmbiguous(this.#at, 1, [found.match, ...rivals]);
    }
    return found !== undefined;
  }

  #pushCodes(match: Match, at: number, cue?: Cue): void {
    const { start, end } = this.#reader;
    const place = { from: start(this.#at), to: end(at), valueFrom: start(at), valueTo: end(at) };
    this.#push({ ...atomOfMatch(match, place), isCued: cue !== undefined }, at + 1, cue);
  }

  #bracket({ word, from, to }: Token): boolean {
    if (word === '(' || word === '[') {
      const start = this.#takeWords(from);
      this.#items.push({ kind: 'open', from: start.from, to, negated: start.negated });
    } else if (word === ')' || word === ']') {
      this.#negation = undefined;
      this.#items.push({ kind: 'close', from, to });
    } else return false;
    this.#sticky = undefined;
    this.#at += 1;
    return true;
  }

  #age(): boolean {
    const { text, start, end } = this.#reader;
    const from = start(this.#at);
    const found = readAge(text.slice(from));
    const length = found && this.#reader.tokensIn(this.#at, found.length);
    if (!found || !length) return false;
    const { key, days } = found;
    this.#items.push({ kind: 'age', from, to: end(this.#at + length - 1), ...(key ? { key } : {}), days });
    this.#at += length;
    return true;
  }

  /** Fields of a value without the name of its field. Lists are meant after "in", "not" and other lists alone. */
  #fieldsHere(): CatalogueField[] {
    const last = this.#items.at(-1);
    const isPlace = last?.kind === 'filler' && last.isPlace;
    const isListed = this.#preferred?.fields.includes('list') === true;
    return this.#reader.lookup.fields({ withLists: isPlace || isListed || this.#negation !== undefined });
  }

  #number(): boolean {
    const { text, catalogue } = this.#reader;
    const found = this.#reader.numberAt(this.#at, this.#namedNumber());
    if (!found) return false;
    const { atom, range, next, from, to } = found;
    if (atom) this.#push(atom, next);
    else {
      const words = this.#takeWords(from);
      const around = { before: text.slice(words.from, from), negated: words.negated };
      const choices = numberChoices(catalogue, range, { ...around, phrase: text.slice(from, to) });
      this.#items.push({ kind: 'ambiguous', from: words.from, to, choices });
      this.#at = next;
    }
    return true;
  }

  /** The own field whose numbers go on: "revenue over 1m and under 5m". */
  #namedNumber(): string | undefined {
    const { catalogue } = this.#reader;
    const [key = ''] = this.#preferred?.fields ?? [];
    return catalogue.fields.find((field) => field.key === key)?.type === 'number' ? key : undefined;
  }

  #ending(): boolean {
    const found = this.#reader.endingAt(this.#at);
    if (found) this.#push(found.atom, this.#at + found.length);
    return found !== undefined;
  }

  #role(role: Role, length: number): void {
    const { tokens, start, end } = this.#reader;
    const place = { from: start(this.#at), to: end(this.#at + length - 1) };
    const { word } = tokens[this.#at] ?? {};
    this.#at += length;
    if (role === 'not') {
      this.#negation ??= { from: place.from, index: this.#items.length };
      this.#sticky = undefined;
      // A condition after it takes it away.
      this.#items.push({ kind: 'not', ...place });
    } else if (role === 'alike') {
      this.#items.push({ kind: 'alike', ...place });
    } else if (role === 'filler' || role === 'place') {
      if (word === 'with') this.#sticky = undefined;
      this.#items.push({ kind: 'filler', ...place, isPlace: role === 'place' });
    } else {
      // A negation without a condition after it means nothing.
      this.#negation = undefined;
      if (word === 'but') this.#sticky = this.#preferred = undefined;
      this.#items.push({ kind: 'link', link: role, ...place });
    }
  }

  /** The name of a field, and what it asks for. */
  #cue(cue: Cue, length: number): boolean {
    const { tokens, catalogue, start, end } = this.#reader;
    const from = this.#at;
    const field = catalogue.fields.find(({ key }) => key === cue.fields[0]);
    if (!field) return false;
    const verbs = this.#reader.afterVerbs(from + length);
    const isCountry = field.key === 'country';
    for (const at of isCountry ? [from + length, verbs] : []) {
      const codes = readCodes(this.#reader, at, this.#items, true);
      if (codes) this.#pushCodes(codes.match, at, cue);
      if (codes) return true;
    }
    const flag = this.#reader.flagAfter(field, from + length, verbs, start(from));
    if (flag && !KNOWN.at(tokens, verbs)) {
      this.#push(flag.atom, from + length + flag.length, cue);
      return true;
    }
    const not = ROLES.at(tokens, verbs);
    // "not before 2010" is a bound of its own.
    const isNot = not?.meaning === 'not' && !this.#reader.numbersAt(verbs);
    const next = isNot ? this.#reader.afterVerbs(verbs + not.length) : verbs;
    if (tokens[next]?.word === '(' && !isNot) {
      this.#items.push({ kind: 'filler', from: start(from), to: end(next - 1), isPlace: false });
      this.#preferred = cue;
      this.#at = next;
      return true;
    }
    const before = this.#negation;
    if (isNot) this.#negation ??= { from: start(from), index: this.#items.length };
    const found = this.#reader.afterCue(cue, field, next, { from: start(from), valueFrom: start(next) });
    if (found) this.#push({ ...found.atom, isCued: true }, next + found.length, cue);
    const isList = field.type === 'list' && this.#saysList(from, length);
    if (isList) this.#reader.lookup.askNames(field, from + length);
    const isRead =
      found !== undefined ||
      this.#value(next, { cue, start: from, isList }) ||
      // "aws partners not in germany" has a negation after it, of something else.
      (before !== undefined && this.#none(cue, from + length));
    if (!isRead) this.#negation = before;
    return isRead;
  }

  /** Whether a cue has the word "list" as a noun: "list companies in germany" asks to show them. */
  #saysList(from: number, length: number): boolean {
    const words = this.#reader.tokens.slice(from, from + length).map(({ word }) => word);
    const isNoun = length > 1 || this.#items.some(({ kind }) => kind !== 'filler' && kind !== 'unknown');
    return isNoun && (words.includes('list') || words.includes('lists'));
  }

  /** "no partners" is a number. */
  #none(cue: Cue, next: number): boolean {
    const { tokens, catalogue, start, end } = this.#reader;
    const key = this.#negation && countOf(cue.fields[0] ?? '');
    const isPlural = tokens[next - 1]?.word.endsWith('s');
    if (!key || !isPlural || (tokens[next] && !ROLES.at(tokens, next))) return false;
    const { from } = this.#takeWords(start(this.#at));
    const to = end(next - 1);
    const atom = numberAtom(catalogue, key, { from: 0, to: 0 }, { from, to, valueFrom: from, valueTo: to });
    if (atom) this.#push(atom, next);
    return atom !== undefined;
  }

  /** A value of any field, or of the fields of a cue. */
  #value(at: number, cued?: Cued): boolean {
    const { lookup } = this.#reader;
    const all = lookup.fields({ withLists: true });
    const fields = cued ? all.filter(({ key }) => cued.cue.fields.includes(key)) : this.#fieldsHere();
    const [first] = fields;
    const isName = cued !== undefined && first?.type === 'list';
    if (isName) lookup.askNames(first, at);
    const reach = cued?.isList
      ? this.#reader.reachOfName(at, fields)
      : this.#reader.reach(at, fields, cued !== undefined);
    for (let length = lookup.spanAt(at); length > 0; length -= 1) {
      const exact = lookup.exact(fields, at, length, cued !== undefined);
      if (exact.length === 0) continue;
      // A country or an industry is certain. Other names may be those of companies as well.
      const isCode = !cued && exact.some(({ field }) => field.operators.includes('is_known'));
      if (!isCode) lookup.ask(fields, at, Math.min(length, reach));
      return this.#decided(at, length, exact, fields, cued);
    }
    if (reach === 0) return false;
    const isPending = lookup.ask(fields, at, reach, cued !== undefined);
    if (cued && !cued.isList && this.#reader.isValue(at)) return false;
    for (let length = Math.min(reach, 4); length > 0; length -= 1) {
      const similar = rankMatches(lookup.similar(fields, at, length));
      if (similar.length === 0) continue;
      // The rest of a name is no value of another field.
      this.#pushAmbiguous(at, cued?.isList ? reach : length, similar, cued);
      return true;
    }
    const from = cued?.start ?? at;
    this.#pushUnknown(from, cued ? at + reach - from : 1, fields, isPending, at);
    return true;
  }

  #decided(
    at: number,
    length: number,
    exact: readonly Match[],
    fields: readonly CatalogueField[],
    cued?: Cued,
  ): boolean {
    const { lookup, tokens, catalogue, start, end } = this.#reader;
    const suffix = cued ? undefined : this.#reader.suffixAt(at + length);
    const after =
      suffix && exact.some(({ field }) => suffix.meaning.fields.includes(field.key)) ? suffix : undefined;
    if (suffix && !after && exact.every(isOfOther(suffix.meaning)) && this.#reader.endsName(at + length)) {
      const partners = catalogue.fields.filter(({ key }) => key === suffix.meaning.fields[0]);
      this.#pushAmbiguous(at, length + suffix.length, [...exact, ...lookup.similar(partners, at, length)]);
      return true;
    }
    const named = cued?.cue ?? after?.meaning;
    const left = decide(exact, named ? [] : lookup.similar(fields, at, length), {
      cued: named?.fields,
      preferred: this.#preferredHere(),
      isKind: COMPANIES.at(tokens, at + length) !== undefined,
    });
    const [only, ...others] = left;
    if (!only) return false;
    const next = at + length + (after?.length ?? 0);
    if (others.length > 0) this.#pushAmbiguous(at, next - at, left, cued);
    else {
      const place = {
        from: start(cued?.start ?? at),
        to: end(next - 1),
        valueFrom: start(at),
        valueTo: end(at + length - 1),
      };
      this.#push({ ...atomOfMatch(only, place), isCued: cued !== undefined }, next, named);
    }
    return true;
  }

  /** "using kubernetes, not aws" may mean the partner. Who spoke of partners means one. */
  #preferredHere(): readonly string[] | undefined {
    const fields = this.#preferred?.fields;
    return this.#negation && !fields?.includes('partner') ? undefined : fields;
  }

  /** Adds a condition, with the negation and the words before that belong to it. */
  #push(atom: Atom, next: number, cue?: Cue): void {
    const own = this.#preferred?.fields.includes(atom.field) ? this.#preferred : undefined;
    const words = this.#takeWords(atom.from);
    const negated = words.negated || (!atom.isCued && this.#sticky === atom.field);
    const whenKey = cue ? cue.when : own?.when;
    this.#items.push({
      ...withoutNot({ ...atom, negated }),
      from: words.from,
      ...(whenKey ? { whenKey } : {}),
    });
    this.#atoms += 1;
    this.#sticky = negated ? atom.field : undefined;
    this.#preferred = cue?.fields.includes(atom.field) ? cue : own;
    this.#at = next;
  }

  /** Takes the negation before a condition, with the words in between, or a preposition. They become part of it. */
  #takeWords(from: number): { from: number; negated: boolean } {
    const last = this.#items.at(-1);
    if (this.#negation) {
      const { index, from: start } = this.#negation;
      this.#items.splice(index);
      this.#negation = undefined;
      return { from: start, negated: true };
    }
    if (last?.kind !== 'filler' || !last.isPlace) return { from, negated: false };
    this.#items.pop();
    return { from: last.from, negated: false };
  }

  #pushAmbiguous(at: number, length: number, matches: readonly Match[], cued?: Cued): void {
    const { text, start, end } = this.#reader;
    const preferred = this.#preferredHere() ?? [];
    const words = this.#takeWords(start(cued?.start ?? at));
    const before = text.slice(words.from, start(at));
    const isPreferred = ({ field }: Match) => preferred.includes(field.key);
    const ordered = [...matches.filter(isPreferred), ...matches.filter((match) => !isPreferred(match))];
    const around = { before, negated: words.negated, isCued: cued !== undefined, sticky: this.#sticky };
    const choices = choicesOf(ordered, around);
    this.#items.push({ kind: 'ambiguous', from: words.from, to: end(at + length - 1), choices });
    this.#at = at + length;
  }

  #pushUnknown(
    at: number,
    length: number,
    fields: readonly CatalogueField[],
    isPending = false,
    valueAt = at,
  ): void {
    const { text, catalogue, lookup, start, end } = this.#reader;
    const { from, negated } = this.#takeWords(start(at));
    const phrase = lookup.phrase(valueAt, at + length - valueAt);
    const words = text.slice(from, start(at));
    const around = { before: text.slice(from, start(valueAt)), words, negated, isCued: valueAt > at };
    this.#unknown += 1;
    const asked = this.#unknown > MAX_SPELT ? [] : fields;
    const isAsked = !isPending && lookup.askAlike(asked, phrase);
    const found = lookup.alike(asked, phrase);
    const choices = choicesForUnknown(phrase, { asked, all: catalogue.fields, found }, around);
    const to = end(at + length - 1);
    const isOpen = isPending || isAsked;
    this.#items.push({ kind: 'unknown', from, to, isPending: isOpen, choices, isNegated: negated });
    this.#at = at + length;
  }
}
