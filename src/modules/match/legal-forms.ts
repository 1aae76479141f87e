import { greatestWeight } from './common-words.ts';
import { typingErrors } from './edit-distance.ts';
import DATA from './legal-forms.json' with { type: 'json' };
import { isAscii } from './transliterate.ts';

/** Legal form in a name. A form without groups is in the name, but says nothing, such as `Company`. */
export interface LegalForm {
  /** Its spellings, as in `gmbh co kg`; empty if the name has no legal form. */
  readonly text: string;
  /** Groups of equivalent legal forms that the spelling belongs to: `AG` is German and Swiss. */
  readonly groups: readonly string[];
  /** Groups of foreign forms that the spelling translates: `Inc` stands for a Japanese `KK`, too. */
  readonly translates: readonly string[];
}

const NO_FORM: LegalForm = { text: '', groups: [], translates: [] };

interface Entry {
  groups: string[];
  translates: string[];
  /** Whether the form may be the first word, as in `OOO Romashka`. */
  leads: boolean;
}

/** Splits a text into words of ASCII, once for each way to spell it. */
type Split = (text: string) => readonly (readonly string[])[];

/** Entries by spelling: one as it is written in its script, and those in words of ASCII. */
class Table {
  readonly #entries = new Map<string, Entry>();

  get(spelling: string): Entry | undefined {
    return this.#entries.get(spelling);
  }

  add(spelling: string): Entry {
    const found = this.#entries.get(spelling);
    if (found) return found;
    const entry = { groups: [], translates: [], leads: false };
    this.#entries.set(spelling, entry);
    return entry;
  }

  spellings(): string[] {
    return [...this.#entries.keys()];
  }
}

/** Legal forms by their spellings. */
export interface Forms {
  /** Forms in Latin script, by their words in ASCII. */
  readonly latin: Table;
  /** Forms in other scripts. Spelt in ASCII, some would be words: `АТ` would be `at`. */
  readonly native: Table;
  /** Spellings in other scripts, the longest first. */
  readonly nativeSpellings: readonly string[];
  /** Words that end a form in Latin script. */
  readonly lastWords: ReadonlySet<string>;
  /** Single words that are long enough to be recognized when they are misspelt. */
  readonly long: readonly string[];
}

const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}]/u;
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u;

/** Reads the data file. @param plain and @param split are those by which names are read */
export function readForms(plain: (text: string) => string, split: Split): Forms {
  const [latin, native] = [new Table(), new Table()];
  const entriesOf = (spelling: string): Entry[] =>
    OTHER_SCRIPT.test(spelling)
      ? [native.add(plain(spelling))]
      : split(plain(spelling)).map((words) => latin.add(words.join(' ')));
  DATA.neutral.forEach(entriesOf);
  for (const { group, spellings, translations = [] } of DATA.forms) {
    for (const { groups } of spellings.flatMap(entriesOf)) if (!groups.includes(group)) groups.push(group);
    for (const { translates } of translations.flatMap(entriesOf)) translates.push(group);
  }
  for (const entry of DATA.leading.flatMap(entriesOf)) entry.leads = true;
  const lastWords = new Set(
    latin.spellings().map((spelling) => spelling.slice(spelling.lastIndexOf(' ') + 1)),
  );
  const long = latin.spellings().filter((spelling) => spelling.length >= MIN_LONG && !spelling.includes(' '));
  const nativeSpellings = native.spellings().sort((one, other) => other.length - one.length);
  return { latin, native, nativeSpellings, lastWords, long };
}

const MIN_LONG = 7;

/** A name without its legal forms, and these as they are spelt. */
interface Separated<T> {
  rest: T;
  found: string[];
}

/** Separates legal forms in other scripts than Latin, which stand at the beginning or end of a name. */
export function separateNative(text: string, forms: Forms): Separated<string> {
  if (isAscii(text) || !OTHER_SCRIPT.test(text)) return { rest: text, found: [] };
  const found: string[] = [];
  let rest = text.replace(PUNCTUATION_AT_END, '');
  const ends = (form: string) => rest.endsWith(form) && standsAlone(form, rest.at(-form.length - 1));
  for (let form = forms.nativeSpellings.find(ends); form; form = forms.nativeSpellings.find(ends)) {
    found.unshift(form);
    rest = rest.slice(0, -form.length).replace(PUNCTUATION_AT_END, '');
  }
  const leading = forms.nativeSpellings.find(
    (form) => forms.native.get(form)?.leads && rest.startsWith(form) && standsAlone(form, rest[form.length]),
  );
  if (leading !== undefined) {
    found.unshift(leading);
    rest = rest.slice(leading.length);
  }
  return LETTER.test(rest) ? { rest, found } : { rest: text, found: [] };
}

const LETTER = /[\p{L}\p{N}]/u;
const PUNCTUATION_AT_END = /[^\p{L}\p{N})]+$/u;

/** Tells whether a form beside this character is a word of its own, as it need not be in scripts without blanks. */
function standsAlone(form: string, beside: string | undefined): boolean {
  return WITHOUT_BLANKS.test(form) || beside === undefined || !LETTER.test(beside);
}

/** Longest spelling in words; longer runs of words are not compared. */
const LONGEST = 8;

/** Words of no language, so that they count between other words as well, as in `Acme GmbH Berlin`. */
const UNMISTAKABLE = /^(?:inc|[^aeiouy ]{3,}|[^aeiouy ]{2,} [^aeiouy ]{2,})$/;

/** Shorter forms in front of another form are words, as in `Ecopro BM Co Ltd`, except those that people combine. */
const MIN_INNER = 5;
const INNER = /^(?:co|corp|inc|ltd|plc|gmbh|sro)$/;

/** Separates the legal forms of a name from its other words. A name that is nothing but a form keeps its words. */
export function separateLatin(words: readonly string[], forms: Forms): Separated<readonly string[]> {
  const rest = [...words];
  const found: string[] = [];
  const take = (start: number, length: number) => found.unshift(rest.splice(start, length).join(' '));
  for (let last = formAtEnd(rest, forms); last; last = formAtEnd(rest, forms)) {
    if (found.length > 0 && last.text.length < MIN_INNER && !INNER.test(last.text)) break;
    rest.length -= last.length;
    found.unshift(last.text);
  }
  for (let at = 1; at < rest.length; at++) {
    const length = [2, 1].find((n) => isUnmistakable(rest.slice(at, at + n).join(' '), forms));
    if (length !== undefined) take(at, length);
  }
  const leading = lengthAtStart(rest, forms);
  if (leading > 0) take(0, leading);
  return { rest, found };
}

const isUnmistakable = (text: string, { latin }: Forms) =>
  UNMISTAKABLE.test(text) && latin.get(text) !== undefined;

/** Returns the longest form at the end, with its number of words; at least one word is left. */
function formAtEnd(words: readonly string[], forms: Forms): { text: string; length: number } | undefined {
  if (words.length < 2) return undefined;
  const last = words.at(-1) ?? '';
  if (!forms.lastWords.has(last)) return misspeltForm(last, forms);
  for (let length = Math.min(LONGEST, words.length - 1); length > 0; length--) {
    const text = words.slice(-length).join(' ');
    if (forms.latin.get(text)) return { text, length };
  }
  return undefined;
}

function misspeltForm(word: string, { long }: Forms): { text: string; length: number } | undefined {
  if (word.length < MIN_LONG - 1) return undefined;
  const text = long.find(
    (form) => Math.abs(form.length - word.length) <= 1 && typingErrors(word, form, 1) === 1,
  );
  return text === undefined ? undefined : { text, length: 1 };
}

/** Returns the number of words of the form at the start. `PAO Group` begins with a word: nothing else names the company. */
function lengthAtStart(words: readonly string[], { latin }: Forms): number {
  for (let length = Math.min(LONGEST, words.length - 1); length > 0; length--) {
    const isForm = latin.get(words.slice(0, length).join(' '))?.leads === true;
    if (isForm && words.slice(length).some((word) => greatestWeight(word) === 1)) return length;
  }
  return 0;
}

/** Describes forms that were separated from a name. */
export function formOf(found: readonly string[], { latin, native }: Forms): LegalForm {
  if (found.length === 0) return NO_FORM;
  const entries = found.flatMap((text) => native.get(text) ?? latin.get(text) ?? []);
  const [only] = entries;
  // Most names have one form, whose groups they share.
  const isOnly = only !== undefined && entries.length === 1;
  return {
    text: found.join(' '),
    groups: isOnly ? only.groups : entries.flatMap(({ groups }) => groups),
    translates: isOnly ? only.translates : entries.flatMap(({ translates }) => translates),
  };
}

/** Relation of two legal forms. */
export type FormRelation = 'missing' | 'equivalent' | 'contrary';

/**
 * Compares legal forms. They are equivalent if one is a spelling or a translation of the other. Two translations do not
 * meet in a third language: `Ltd` is contrary to `Inc`, although a Japanese company may use either.
 */
export function compareForms(a: LegalForm, b: LegalForm): FormRelation {
  if (a.groups.length === 0 || b.groups.length === 0) return 'missing';
  const meets = (groups: readonly string[], { groups: own, translates }: LegalForm) =>
    groups.some((group) => own.includes(group) || translates.includes(group));
  return meets(a.groups, b) || meets(b.groups, a) ? 'equivalent' : 'contrary';
}
