import {
  type Forms,
  formOf,
  type LegalForm,
  readForms,
  separateLatin,
  separateNative,
} from './legal-forms.ts';
import { isAscii, spellingsInAscii } from './transliterate.ts';
import { CONNECTIVES, withDigits } from './words.ts';

/** One way to spell a name in lower-case ASCII, without its legal form. */
export interface Spelling {
  /** Words in their order. */
  readonly words: readonly string[];
  /** The words without blanks: `Coca-Cola`, `Coca Cola` and `CocaCola` have one key. */
  readonly key: string;
}

/** A name of a company, normalized for comparison. */
export interface Name {
  /** One to three ways to spell it, such as `muller` and `mueller`; none if the text has no letter and no digit. */
  readonly spellings: readonly Spelling[];
  readonly form: LegalForm;
  /** Keys of the spellings. Two names are equal if they share one. */
  readonly keys: readonly string[];
  /** Whether letters were transliterated, so that the spelling is less certain than the sound. */
  readonly isTransliterated: boolean;
}

/** Longer texts are compared by their beginnings, in UTF-16 code units. */
const MAX_LENGTH = 200;
/** Words beyond these are left out, so that the comparison of two names stays short. */
const MAX_WORDS = 16;
/** An ideograph has up to six Latin letters. */
const MAX_KEY = 200;

/** Trademark signs and pictographs; NFKC would make letters of some. */
const SIGNS = /[\p{Extended_Pictographic}\u2120]/gu;
const APOSTROPHES = /['`\u00b4\u02bb\u02bc\u2018\u2019\u201b\u2032]/g;
/** As in `L'Air`, which may be `Air`. */
const ELISION = /(?<![\p{L}\p{N}])(\p{L})['\u2019](?=\p{L})/gu;
/** As in `AT&T`: one or two letters on both sides are one word. */
const JOINING_AND = /(?<![\p{L}\p{N}])(\p{L}{1,2}) ?& ?(?=\p{L}{1,2}(?![\p{L}\p{N}]))/gu;
const WORD = /[a-z0-9]+/g;

/** Normalizes a name. The result of a text is always the same, so it can be kept. Its cost is bounded for any text. */
export function readName(text: string): Name {
  const known = legalForms();
  const native = separateNative(plainTextOf(text), known);
  const spellings: Spelling[] = [];
  let latin: readonly string[] = [];
  for (const each of wordsOf(native.rest)) {
    const { rest: words, found } = separateLatin(each, known);
    if (found.length > 0) latin = found;
    const key = words.join('').slice(0, MAX_KEY);
    if (key !== '' && spellings.every((other) => other.key !== key)) spellings.push({ words, key });
  }
  return {
    spellings,
    form: formOf([...native.found, ...latin], known),
    keys: spellings.map(({ key }) => key),
    isTransliterated: !isAscii(native.rest) && NOT_LATIN.test(native.rest),
  };
}

const NOT_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Returns the beginning of a text in lower case and in normalization form KC, without signs. */
function plainTextOf(text: string): string {
  const beginning = text.slice(0, MAX_LENGTH);
  // A sign can be a part of another character, as the arrow of a crossed one.
  const plain = isAscii(beginning)
    ? beginning
    : beginning.normalize('NFD').replace(SIGNS, ' ').normalize('NFKC');
  return plain.toLowerCase().trim();
}

/** Splits a plain text into words, once for each way to spell it. */
function wordsOf(plain: string): string[][] {
  return spellingsInAscii(
    plain.replace(JOINING_AND, '$1').replace(ELISION, '$1 ').replace(APOSTROPHES, ''),
  ).map((spelling) => joinLetters(spelling.replace(APOSTROPHES, '').match(WORD) ?? []));
}

/** Joins single letters, as in `I.B.M.` and `J P Morgan`, writes numbers as digits, and drops connectives. */
function joinLetters(tokens: readonly string[]): string[] {
  const kept = tokens.filter((token) => !CONNECTIVES.has(token));
  const words: string[] = [];
  let letters = '';
  for (const token of kept.length === 0 ? tokens : kept) {
    if (token.length === 1 && token >= 'a') {
      letters += token;
      continue;
    }
    if (letters !== '') words.push(letters);
    letters = '';
    words.push(withDigits(token));
  }
  if (letters !== '') words.push(letters);
  return words.slice(0, MAX_WORDS);
}

let forms: Forms | undefined;

/** Read at the first use: a process that matches nothing need not wait for it. */
function legalForms(): Forms {
  forms ??= readForms(plainTextOf, wordsOf);
  return forms;
}

/** Returns the initials of words, as in `ibm`. */
export function initialsOf(words: readonly string[]): string {
  return words.map((word) => word.charAt(0)).join('');
}
