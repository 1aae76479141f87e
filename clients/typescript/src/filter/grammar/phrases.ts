import { type FieldType, isOwn } from '../catalogue.ts';
import CUES from './cues.ts';
import { fold } from './grade.ts';
import { type Token, tokenize } from './tokens.ts';
import words from './words.ts';

/** Words that name a field: before its values ("partner of"), or after them ("employees"). */
export interface Cue {
  fields: readonly string[];
  /** Key of `when` that the words mean, such as "adopted". */
  when?: string;
  /** Operator of free text. */
  operator?: string;
}

export type Role = 'not' | 'alike' | 'and' | 'or' | 'comma' | 'filler' | 'place';

/** A phrase of the grammar at a place of a sentence. */
export interface Found<Meaning> {
  meaning: Meaning;
  /** Number of tokens. */
  length: number;
}

/** Phrases and their meanings; the longest that begins at a token is found. */
export class PhraseTable<Meaning> {
  readonly #meanings = new Map<string, Meaning>();
  /** Number of tokens of the longest phrase, by its first word. */
  readonly #longest = new Map<string, number>();

  add(phrases: readonly string[], meaning: Meaning): this {
    for (const phrase of phrases) {
      const tokens = tokenize(phrase);
      const key = join(tokens);
      if (!this.#meanings.has(key)) this.#meanings.set(key, meaning);
      const [{ word } = { word: '' }] = tokens;
      this.#longest.set(word, Math.max(this.#longest.get(word) ?? 0, tokens.length));
    }
    return this;
  }

  at(tokens: readonly Token[], start: number): Found<Meaning> | undefined {
    const longest = this.#longest.get(tokens[start]?.word ?? '') ?? 0;
    for (let length = Math.min(longest, tokens.length - start); length > 0; length -= 1) {
      const some = tokens.slice(start, start + length);
      const meaning = this.#meanings.get(join(some));
      if (meaning !== undefined && !some.some(({ isQuoted }) => isQuoted)) return { meaning, length };
    }
    return undefined;
  }
}

const join = (tokens: readonly Token[]) => tokens.map(({ word }) => word).join(' ');

/** Connecting words, negations, and words without a meaning of their own. */
export const ROLES = new PhraseTable<Role>()
  .add(words.not, 'not')
  .add(words.alike, 'alike')
  .add(words.or, 'or')
  .add(words.and, 'and')
  .add([...words.comma, '!', '...'], 'comma')
  .add(words.place, 'place')
  .add(words.filler, 'filler');

/** Words between a field and its values: "is", "=", "any of". */
export const VERBS = new PhraseTable<true>().add(words.verbs, true);
export const COMPANIES = new PhraseTable<true>().add(words.companies, true);
/** Words without a meaning of their own that a name may begin with. */
export const NAMING = new PhraseTable<true>().add([...words.naming, ...words.companies], true);
export const KNOWN = new PhraseTable<boolean>().add(words.known, true).add(words.unknown, false);
/** What companies say of a field that is true or false: "hiring: no". */
export const FLAGS = new PhraseTable<boolean>().add(words.yes, true).add(words.no, false);
export const UNSAID = new PhraseTable<true>().add(words.unsaid, true);

export interface Cues {
  before: PhraseTable<Cue>;
  after: PhraseTable<Cue>;
  /** Units of numbers, by their field. */
  units: PhraseTable<string>;
}

const UNITS: readonly string[] = ['employee_range', 'partnership_count', 'technology_count'];
/** The unit of a field whose number is meant, where its word also names values: "partners: 5". */
const COUNTS: Readonly<Record<string, string>> = {
  partner: 'partnership_count',
  technology: 'technology_count',
};

/** Returns the field that counts the values of another one. */
export const countOf = (field: string): string | undefined => COUNTS[field];

const built = new WeakMap<object, Cues>();

/** Returns the words that name the fields of a catalogue: those of the grammar, and labels and keys. */
export function cuesOf(fields: readonly Named[]): Cues {
  const cues = built.get(fields) ?? buildCues(fields);
  built.set(fields, cues);
  return cues;
}

interface Named {
  key: string;
  label: string;
  type: FieldType;
}

function buildCues(fields: readonly Named[]): Cues {
  const known = new Set(fields.map(({ key }) => key));
  const cues: Cues = { before: new PhraseTable(), after: new PhraseTable(), units: new PhraseTable() };
  for (const { fields: keys, before = [], after = [], ...rest } of CUES) {
    const cue: Cue = { ...rest, fields: keys.filter((key) => known.has(key)) };
    const [first] = cue.fields;
    if (first === undefined) continue;
    cues.before.add(before, cue);
    if (UNITS.includes(first)) cues.units.add(after, first);
    else cues.after.add(after, cue);
  }
  for (const field of fields) {
    const { key, type } = field;
    const names = namesOf(field);
    cues.before.add(names, { fields: [key] });
    // "over 10m revenue" as "over 50 employees".
    if (type === 'number') cues.units.add(names, key);
  }
  return cues;
}

/** What people call a field. Of own fields the unit in brackets is left out, and the scope; a word of the grammar stays one. */
function namesOf({ key, label }: Named): string[] {
  const names = [fold(label), key.replaceAll('_', ' '), key];
  if (!isOwn(key)) return names;
  const name = key.slice(key.indexOf('.') + 1);
  const plain = fold(label.replace(/\s*\([^)]*\)$/, ''));
  const own = [...names, plain, name, name.replaceAll('_', ' ')];
  return own.filter((each) => each !== '' && ROLES.at(tokenize(each), 0)?.length !== tokenize(each).length);
}

const { phrases } = words;

/** Words that say the field, for a text that means one field alone. */
export function phraseOf(field: string): string {
  const found = Object.entries(phrases).find(([key]) => key === field)?.[1];
  // Labels of own fields may be alike; their keys are not.
  return found ?? (isOwn(field) ? field : field.replaceAll('_', ' '));
}

/** Whether a text means itself within a sentence, so that it needs no quotes. */
export function isPlain(text: string): boolean {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}+#]*(?:[ .-][\p{L}\p{N}+#]+)*$/u.test(text)) return false;
  const tokens = tokenize(text);
  return tokens.every((token, index) => !/^\d/.test(token.word) && !ROLES.at(tokens, index));
}
