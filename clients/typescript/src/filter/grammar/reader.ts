import type { Catalogue, CatalogueField } from '../catalogue.ts';
import { readAge } from './ages.ts';
import { readDays } from './days.ts';
import { glueLabels } from './glue.ts';
import type { Atom } from './items.ts';
import { Lookup } from './lookup.ts';
import { compared, numberAtom, textAtom } from './meanings.ts';
import { areYears, readNumbers } from './numbers.ts';
import {
  type Cue,
  type Cues,
  countOf,
  cuesOf,
  FLAGS,
  KNOWN,
  NAMING,
  ROLES,
  UNSAID,
  VERBS,
} from './phrases.ts';
import { type Token, tokenize } from './tokens.ts';
import type { Answer } from './types.ts';

/** A condition that begins at a token, and the number of its tokens from there. */
interface Read {
  atom: Atom;
  length: number;
}

/** Place of a condition up to its value. */
interface Begun {
  from: number;
  valueFrom: number;
}

/** Reads what begins at a token of a sentence. Changes nothing but the searches that it notes. */
export class Reader {
  readonly text: string;
  readonly catalogue: Catalogue;
  readonly tokens: readonly Token[];
  readonly cues: Cues;
  readonly lookup: Lookup;

  constructor(text: string, catalogue: Catalogue, answers: readonly Answer[]) {
    this.text = text;
    this.catalogue = catalogue;
    this.cues = cuesOf(catalogue.fields);
    this.tokens = glueLabels(tokenize(text), text, catalogue, answers, this.cues);
    this.lookup = new Lookup(catalogue, text, this.tokens, answers);
  }

  start = (index: number): number => this.tokens[index]?.from ?? this.text.length;
  end = (index: number): number => this.tokens[index]?.to ?? this.text.length;

  /** Number of tokens that some characters from a token on fill; undefined if they end within one. */
  tokensIn(at: number, characters: number): number | undefined {
    const end = this.tokens.findIndex(({ to }) => to === this.start(at) + characters);
    return end < at ? undefined : end - at + 1;
  }

  numbersAt(at: number, isSigned = false) {
    if (this.tokens[at]?.isQuoted) return undefined;
    const found = readNumbers(this.text.slice(this.start(at)), isSigned);
    const length = found && this.tokensIn(at, found.length);
    return length ? { ...found, length } : undefined;
  }

  /**
   * Numbers with their unit. Without a unit they are years if they are compared, or employees if they fit bands.
   *
   * @param named field that words before them named: "revenue over 1m and under 5m".
   */
  numberAt(at: number, named?: string) {
    const found = this.numbersAt(at);
    if (!found) return undefined;
    const { range, length, isCompared } = found;
    const unsaid = UNSAID.at(this.tokens, at + length)?.length ?? 0;
    const unit = this.cues.units.at(this.tokens, at + length + unsaid);
    const isYear = isCompared && areYears(range);
    const isOneEnd = range.from === undefined || range.to === undefined;
    const bare = isYear ? 'founded_year' : isOneEnd ? named : undefined;
    const field = unit ? unit.meaning : bare;
    const next = at + length + (unit ? unsaid + unit.length : 0);
    const from = this.start(at);
    const to = this.end(next - 1);
    const place = { from, to, valueFrom: from, valueTo: this.end(at + length - 1) };
    const atom = numberAtom(this.catalogue, field, range, place);
    const isBareYear = unit === undefined && isYear;
    return { from, to, next, range, atom: atom && isBareYear ? { ...atom, isBareYear } : atom };
  }

  /** ".de" and ".de domains". */
  endingAt(at: number): Read | undefined {
    const { word = '', from = 0 } = this.tokens[at] ?? {};
    const field = this.catalogue.fields.find(({ key }) => key === 'domain');
    if (!field || !/^\.\p{L}/u.test(word)) return undefined;
    const place = { from, valueFrom: from };
    const found = textAtom(field, { fields: [field.key] }, this.tokens.slice(at, at + 1), place);
    const after = this.cues.after.at(this.tokens, at + 1);
    const length = 1 + (after?.meaning.fields.includes('domain') ? after.length : 0);
    return found && { atom: { ...found.atom, to: this.end(at + length - 1), isCued: false }, length };
  }

  /** Index of the token after words such as "is" and "any of". */
  afterVerbs(at: number): number {
    const found = VERBS.at(this.tokens, at);
    return found ? this.afterVerbs(at + found.length) : at;
  }

  /** What the name of a field asks for without a search: "country unknown", "founded 2010", "name contains bank". */
  afterCue(cue: Cue, field: CatalogueField, at: number, place: Begun): Read | undefined {
    return (
      this.#known(field, at, place) ??
      this.#number(field, at, place) ??
      this.#days(field, at, place) ??
      textAtom(field, cue, this.#words(field, at), place)
    );
  }

  #known(field: CatalogueField, at: number, place: Begun): Read | undefined {
    const found = KNOWN.at(this.tokens, at);
    if (!found || !field.operators.includes('is_known')) return undefined;
    const meaning = { operator: 'is_known', values: [found.meaning] };
    return this.#read(field, meaning, at + found.length, at, place);
  }

  /** Numbers after the name of a field: "founded 2010", "employees: 51-200", "partners: 5". */
  #number({ key, type }: CatalogueField, at: number, place: Begun): Read | undefined {
    const isNumber = type === 'integer' || type === 'number';
    const wanted = isNumber || key === 'employee_range' ? key : countOf(key);
    const found = wanted && this.numbersAt(at, type === 'number');
    if (!wanted || !found) return undefined;
    const unit = this.cues.units.at(this.tokens, at + found.length);
    const length = found.length + (unit?.meaning === wanted ? unit.length : 0);
    const to = this.end(at + length - 1);
    const atom = numberAtom(this.catalogue, wanted, found.range, { ...place, to, valueTo: to });
    return atom && { atom, length };
  }

  /** Days after the name of a field: "renewal before 2027". */
  #days(field: CatalogueField, at: number, place: Begun): Read | undefined {
    const found = field.type === 'date' ? readDays(this.text.slice(this.start(at))) : undefined;
    const length = found && this.tokensIn(at, found.length);
    const meaning = found && compared(field, found.range);
    return length && meaning ? this.#read(field, meaning, at + length, at, place) : undefined;
  }

  /**
   * A field that is true or false: "hiring", "hiring: no".
   *
   * @param bare token after its name.
   * @param at token after words such as "is".
   */
  flagAfter(field: CatalogueField, bare: number, at: number, from: number): Read | undefined {
    if (field.type !== 'boolean') return undefined;
    const said = FLAGS.at(this.tokens, at);
    // "hiring no partners" has a negation of something else, and "hiring in NO" a country.
    const isBeside = at === bare ? at + (said?.length ?? 0) === this.tokens.length : !this.#isIn(at - 1);
    const isSaid = said && isBeside;
    const next = isSaid ? at + said.length : bare;
    const meaning = { operator: 'eq', values: [isSaid ? said.meaning : true] };
    return this.#read(field, meaning, next, bare, { from, valueFrom: from });
  }

  #isIn = (at: number): boolean => this.tokens[at]?.word === 'in';

  #read(
    { key }: CatalogueField,
    meaning: Pick<Atom, 'operator' | 'values'>,
    next: number,
    at: number,
    place: Begun,
  ): Read {
    const to = this.end(next - 1);
    const labels = meaning.values.map(String);
    const shared = { kind: 'atom' as const, field: key, labels, negated: false, isCued: true };
    return { atom: { ...shared, ...meaning, ...place, to, valueTo: to }, length: next - at };
  }

  /** Tokens of free text: one for a domain, else up to a word of the grammar. */
  #words({ key, type }: CatalogueField, at: number): readonly Token[] {
    if (type !== 'text') return [];
    const rest = this.tokens.slice(at, at + 6);
    if (rest[0]?.isQuoted || key === 'domain') return rest.slice(0, 1);
    const end = rest.findIndex(({ isQuoted }, index) => {
      const role = ROLES.at(this.tokens, at + index)?.meaning ?? 'filler';
      return isQuoted || role !== 'filler' || (index > 0 && this.cues.before.at(this.tokens, at + index));
    });
    return end < 0 ? rest : rest.slice(0, end);
  }

  /** Number of tokens that a value may have: up to the next word of the grammar, or value of another field. */
  reach(at: number, fields: readonly CatalogueField[], isCued: boolean): number {
    const most = this.lookup.spanAt(at);
    if (this.tokens[at]?.isQuoted) return 1;
    for (let length = 0; length < most; length += 1)
      if (this.#isEnd(at + length, length, fields, isCued)) return length;
    return most;
  }

  /** Number of tokens that the name of a list may have, which "our" and "companies" can begin. */
  reachOfName(at: number, fields: readonly CatalogueField[]): number {
    const lead = NAMING.at(this.tokens, at);
    return lead ? lead.length + this.reachOfName(at + lead.length, fields) : this.reach(at, fields, true);
  }

  #isEnd(here: number, before: number, fields: readonly CatalogueField[], isCued: boolean): boolean {
    if (ROLES.at(this.tokens, here)) return true;
    if (before === 0) return false;
    const isCue = this.cues.before.at(this.tokens, here) ?? this.cues.after.at(this.tokens, here);
    if (isCue && this.lookup.exact(fields, here, 1, true).length === 0) return true;
    const found = this.numbersAt(here);
    const isRange = found && (found.isCompared || found.range.from !== found.range.to);
    return (
      isRange || readAge(this.text.slice(this.start(here))) !== undefined || (!isCued && this.isValue(here))
    );
  }

  /** Whether the catalogue lists a value here, or a search has found one. */
  isValue = (at: number): boolean =>
    this.lookup.exact(this.lookup.fields({ withLists: false }), at, 1, false).length > 0;

  /** Whether words such as "partners" end a name, and do not begin "partners of aws". */
  endsName = (at: number): boolean =>
    (this.cues.before.at(this.tokens, at)?.length ?? 0) <= (this.cues.after.at(this.tokens, at)?.length ?? 0);

  /** A field that is named after its value, unless a value of its own follows: "aws partners". */
  suffixAt(at: number) {
    const found = this.cues.after.at(this.tokens, at);
    const next = found && at + found.length;
    const isOnlySuffix = !this.cues.before.at(this.tokens, at);
    if (next === undefined || next >= this.tokens.length || isOnlySuffix) return found;
    const isEnd = ROLES.at(this.tokens, next) ?? this.cues.before.at(this.tokens, next);
    return isEnd || this.tokens[next]?.key === '' || this.numbersAt(next) ? found : undefined;
  }
}
