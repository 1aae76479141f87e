import { areEquivalent, greatestWeight } from './common-words.ts';
import { typingErrors } from './edit-distance.ts';
import { isDistinguishing } from './words.ts';

/** Kind of agreement of two words. */
export type Agreement = 'equivalent' | 'spelling' | 'abbreviation' | 'initials';

/** Agreement of two words that differ. */
interface Similarity {
  readonly part: Agreement;
  /** Above 0 and below 1. */
  readonly score: number;
}

/** What is known about two words beside their letters. */
export interface Context {
  /** Whether a company has the given word as it is, so that it is hardly a misspelling. */
  readonly isKnown: (word: string) => boolean;
  /** Whether one of the names was transliterated, so that it follows the sound of the other. */
  readonly isTransliterated: boolean;
  /** Sounds of words that were compared before. */
  readonly sounds: Map<string, string>;
}

/** Customary abbreviation or translation. */
const EQUIVALENT = 0.97;
/** `Services` is `Service`; `Atmos` is more often another company than `Atmo`. */
const PLURAL = { ofCommonWord: 0.95, ofOther: 0.8, ofShort: 0.7 };
const INITIAL = 0.5;
/** Beginning of the other word: `Air` and `Airlines`. */
const BEGINNING = 0.6;
/** Score of transliterated words, and share of the doubt in a typing error for others. */
const SAME_SOUND = { transliterated: 0.95, doubt: 0.8 };

/** Compares two words that differ. @returns undefined if they have nothing in common */
export function similarityOf(given: string, found: string, context: Context): Similarity | undefined {
  const [short, long] = given.length <= found.length ? [given, found] : [found, given];
  if (areEquivalent(given, found)) return { part: 'equivalent', score: EQUIVALENT };
  if (isDistinguishing(given) || isDistinguishing(found)) return undefined;
  if (isPlural(short, long)) return { part: 'spelling', score: scoreOfPlural(short) };
  if (short.length === 1 && long.startsWith(short)) return { part: 'initials', score: INITIAL };
  const spelling = Math.max(scoreOfSpelling(given, found, context), scoreOfSound(given, found, context));
  const beginning = short.length >= 3 && long.startsWith(short) ? BEGINNING : 0;
  if (spelling > 0 && spelling >= beginning) return { part: 'spelling', score: spelling };
  return beginning > 0 ? { part: 'abbreviation', score: beginning } : undefined;
}

function isPlural(short: string, long: string): boolean {
  if (short.length < 3 || !long.endsWith('s')) return false;
  if (long === `${short}s` || long === `${short}es`) return true;
  return short.endsWith('y') && long === `${short.slice(0, -1)}ies`;
}

function scoreOfPlural(short: string): number {
  if (greatestWeight(short) < 1) return PLURAL.ofCommonWord;
  return short.length < 5 ? PLURAL.ofShort : PLURAL.ofOther;
}

function scoreOfSpelling(given: string, found: string, context: Context): number {
  // Both are written as they are meant: `electric` and `electronic`.
  if (greatestWeight(given) < 1 && greatestWeight(found) < 1) return 0;
  const doubt = doubtIn(given, found);
  return doubt === 1 ? 0 : scoreOfDoubt(doubt, given, context);
}

function scoreOfDoubt(doubt: number, given: string, { isKnown }: Context): number {
  return Math.min(MISSPELT, Math.max(0, 1 - doubt * (isKnown(given) ? KNOWN_WORD : 1)));
}

/** Most of a misspelling: a name of one word is never safe with it. */
const MISSPELT = 0.89;

/** Factor of the doubt if the given word is another one of the catalogue. */
const KNOWN_WORD = 2;

/** Doubt in one typing error, by the length of the longer word. Many words of few letters resemble each other. */
const DOUBT = [1, 1, 1, 1, 0.4, 0.28, 0.2, 0.17, 0.12];
const SHORTEST = 4;
const TWO_ERRORS = { from: 8, factor: 2.2 };
/** Factors by the place and kind of an error. People rarely mistype the first letter. Other words often end otherwise. */
const FIRST_LETTER = 2.6;
const LAST_LETTER = 1.6;
const DOUBLED_LETTER = 0.7;
const SWAPPED_LETTERS = 0.8;
const OTHER_LETTER = 1.15;

/** Returns the doubt that one word is a misspelling of the other, from 0 to 1: 1 if they differ too much. */
function doubtIn(a: string, b: string): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < SHORTEST) return 1;
  const most = short.length >= TWO_ERRORS.from ? 2 : 1;
  const errors = typingErrors(short, long, most);
  if (errors > most) return 1;
  return Math.min(1, doubtByLength(long) * (errors === 2 ? TWO_ERRORS.factor : placeOfError(short, long)));
}

const doubtByLength = ({ length }: string): number => DOUBT[Math.min(length, DOUBT.length - 1)] ?? 1;

function placeOfError(short: string, long: string): number {
  let at = 0;
  while (at < short.length && short.charAt(at) === long.charAt(at)) at++;
  const isAdded = short.length < long.length;
  if (isAdded && at > 0 && long.charAt(at) === long.charAt(at - 1)) return DOUBLED_LETTER;
  if (at === 0) return FIRST_LETTER;
  if (at === long.length - 1) return LAST_LETTER;
  if (isAdded) return 1;
  return short.charAt(at + 1) === long.charAt(at + 1) ? OTHER_LETTER : SWAPPED_LETTERS;
}

function scoreOfSound(given: string, found: string, context: Context): number {
  const [short, long] = given.length <= found.length ? [given, found] : [found, given];
  if (short.length < SHORTEST || long.length > short.length + MOST_LONGER) return 0;
  const [a, b] = [soundIn(context, short), soundIn(context, long)];
  if (context.isTransliterated) return a === b ? SAME_SOUND.transliterated : 1 - doubtIn(a, b);
  return a === b ? scoreOfDoubt(doubtByLength(long) * SAME_SOUND.doubt, given, context) : 0;
}

/** Letters that a word may have more than another one of its sound. */
const MOST_LONGER = 3;

function soundIn({ sounds }: Context, word: string): string {
  const known = sounds.get(word);
  if (known !== undefined) return known;
  const sound = soundOf(word);
  sounds.set(word, sound);
  return sound;
}

/** Spellings of one sound become one: `photo` and `foto`, `koka` and `coca`. */
function soundOf(word: string): string {
  let sound = '';
  for (let at = 0; at < word.length; at++) {
    const pair = SOUNDS.get(word.slice(at, at + 2));
    const letter = pair ?? SOUNDS.get(word.charAt(at)) ?? word.charAt(at);
    if (pair !== undefined) at++;
    if (!sound.endsWith(letter)) sound += letter;
  }
  return sound;
}

const SOUNDS: ReadonlyMap<string, string> = new Map(
  'ph=f th=t kh=h ch=h ou=u ck=k cq=k c=k q=k x=ks w=v z=s y=i j=i'.split(' ').map((entry) => {
    const [letters = '', sound = ''] = entry.split('=');
    return [letters, sound];
  }),
);
