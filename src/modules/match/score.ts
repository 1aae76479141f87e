import { type Aligned, type Alignment, alignWords } from './alignment.ts';
import { greatestWeight } from './common-words.ts';
import { compareForms, type FormRelation } from './legal-forms.ts';
import type { Name, Spelling } from './name.ts';
import { type Context, similarityOf } from './word-similarity.ts';
import { isDistinguishing } from './words.ts';

/** How much the words of a catalogue tell its companies apart. */
export interface Vocabulary {
  /** Weight of a word in lower-case ASCII, from 0 to 1; 1 if no company has it. */
  weightOf(word: string): number;
  /** Tells whether a company has the word. A misspelt word is most often one that no company has. */
  has(word: string): boolean;
}

/** Reason of a score: words, or what else two names have in common or not. */
export interface NameEvidence {
  readonly part: Aligned['part'] | 'missing' | 'order' | 'legal_form';
  /** Words of the given name, in lower-case ASCII; null if it lacks those of the other name. */
  readonly given: string | null;
  readonly found: string | null;
  /** From 0, which speaks against the match, to 1. */
  readonly score: number;
}

/** Result of a comparison of two names. */
export interface NameScore {
  /** Confidence that both name one company, from 0 to 1. */
  readonly score: number;
  /** Whether the names are equal except for case, accents, punctuation, blanks, and a missing or equivalent legal form. */
  readonly equal: boolean;
  /** Whether both have a legal form, and equivalent ones: it breaks ties between equal names. */
  readonly sameForm: boolean;
  readonly parts: readonly NameEvidence[];
}

/** Weight of a word in a catalogue: 1 for a word of one company, less the more have it; less if it names no company. */
export function wordWeight(word: string, companies: number, total: number): number {
  const rarity = companies <= 1 ? 1 : 1 - Math.log(companies) / Math.log(Math.max(total, companies, 2));
  return Math.min(greatestWeight(word), Math.max(rarity, LEAST_WEIGHT));
}

const LEAST_WEIGHT = 0.04;
const EQUAL = 0.98;
/** Most that names reach that are not equal. */
const NOT_EQUAL = 0.96;
/** A contrary legal form is a doubt in names that are not equal, too. Most that it leaves, by section 13 of the contract. */
const CONTRARY_FORM = { factor: 0.87, most: 0.85 };
/** Most that names reach of which one has another word that tells something, or that share common words only. */
const NOT_SAFE = 0.89;
const TELLING = 0.15;
const RARE = 1;

/**
 * Compares two names, each in all its spellings; the best score counts. The score is the weight of the words that agree,
 * each as far as it does, divided by the weight of all words.
 */
export function scoreNames(given: Name, found: Name, vocabulary: Vocabulary): NameScore {
  const relation = compareForms(given.form, found.form);
  const { score, parts, equal } = scoreWords(given, found, vocabulary);
  return {
    score: relation === 'contrary' ? Math.min(score * CONTRARY_FORM.factor, CONTRARY_FORM.most) : score,
    equal: equal && relation !== 'contrary',
    sameForm: relation === 'equivalent',
    parts: [...parts, ...evidenceOfForms(given, found, relation)],
  };
}

function evidenceOfForms(
  { form: given }: Name,
  { form: found }: Name,
  relation: FormRelation,
): NameEvidence[] {
  if (given.text === '' && found.text === '') return [];
  const score = relation === 'contrary' ? 0 : 1;
  return [{ part: 'legal_form', given: given.text || null, found: found.text || null, score }];
}

interface WordScore {
  score: number;
  parts: readonly NameEvidence[];
  equal: boolean;
}

const NOTHING: WordScore = { score: 0, parts: [], equal: false };

function scoreWords(given: Name, found: Name, vocabulary: Vocabulary): WordScore {
  let best: WordScore = NOTHING;
  for (const a of given.spellings) {
    for (const b of found.spellings) {
      if (a.key === b.key)
        return { score: EQUAL, equal: true, parts: [evidence('word', a.words, b.words, 1)] };
      const isEqual = keyWithForm(a, given) === b.key || a.key === keyWithForm(b, found);
      const score = isEqual
        ? { score: NOT_EQUAL, equal: false, parts: [evidence('joined', a.words, b.words, NOT_EQUAL)] }
        : scoreSpellings(a, b, given, found, vocabulary);
      if (score.score > best.score) best = score;
    }
  }
  return best;
}

/** `pepsi co` is `pepsico`, although `co` looks like a legal form. */
const keyWithForm = ({ key }: Spelling, { form }: Name) => key + form.text.replaceAll(' ', '');

function evidence(
  part: NameEvidence['part'],
  given: readonly string[] | null,
  found: readonly string[] | null,
  score: number,
): NameEvidence {
  return { part, given: given?.join(' ') ?? null, found: found?.join(' ') ?? null, score };
}

/** Share of the weight of a word that counts if the other name lacks it. A given name is rather shortened than extended. */
const MISSING = { given: 1, found: 0.8, both: 1.2 };
/** Least weight of a word that tells similar companies apart, such as a number; and if the other name has another one. */
const DISTINGUISHING = { missing: 0.7, other: 1.5 };
/** Subtracted for words in another order. */
const ORDER = 0.05;

function scoreSpellings(
  a: Spelling,
  b: Spelling,
  given: Name,
  found: Name,
  vocabulary: Vocabulary,
): WordScore {
  const context = {
    isKnown: (word: string) => vocabulary.has(word),
    isTransliterated: given.isTransliterated || found.isTransliterated,
    sounds: new Map<string, string>(),
  };
  const tails = [given.form.text.charAt(0), found.form.text.charAt(0)] as const;
  const { aligned, free } = alignWords(a, b, tails, context);
  if (aligned.length === 0) return scoreKeys(a, b, context);
  const parts: NameEvidence[] = [];
  let agreed = 0;
  let all = 0;
  for (const { part, score, at, lengths } of aligned) {
    const own = a.words.slice(at[0], at[0] + lengths[0]);
    const other = b.words.slice(at[1], at[1] + lengths[1]);
    const [ownWeight, otherWeight] = [greatestOf(own, vocabulary), greatestOf(other, vocabulary)];
    const weight = part === 'initials' ? Math.max(ownWeight, otherWeight) : (ownWeight + otherWeight) / 2;
    agreed += weight * score;
    all += weight;
    parts.push(evidence(part, own, other, score));
  }
  const [onlyGiven, onlyFound] = [wordsAt(a, free[0]), wordsAt(b, free[1])];
  const areTold = onlyGiven.some(isDistinguishing) && onlyFound.some(isDistinguishing);
  const least = areTold ? DISTINGUISHING.other : DISTINGUISHING.missing;
  const weightOf = (word: string) => Math.max(vocabulary.weightOf(word), isDistinguishing(word) ? least : 0);
  const tells = (word: string) => weightOf(word) >= TELLING;
  const areBoth = onlyGiven.some(tells) && onlyFound.some(tells);
  for (const word of onlyGiven) {
    all += weightOf(word) * (areBoth ? MISSING.both : MISSING.given);
    parts.push(evidence('missing', [word], null, 0));
  }
  for (const word of onlyFound) {
    all += weightOf(word) * (areBoth ? MISSING.both : MISSING.found);
    parts.push(evidence('missing', null, [word], 0));
  }
  const isUnsafe = agreed < RARE || onlyGiven.some(tells) || onlyFound.some(tells);
  const most = isUnsafe ? NOT_SAFE : NOT_EQUAL;
  const order = isReordered(aligned) ? ORDER : 0;
  if (order > 0) parts.push(evidence('order', a.words, b.words, 1 - order));
  const score = all === 0 ? 0 : Math.max(0, Math.min(agreed / all, most) - order);
  return { score, equal: false, parts };
}

/** Compares names without a similar word as a whole: `face bok` and `facebook`. */
function scoreKeys(
  { key: given, words }: Spelling,
  { key: found, words: others }: Spelling,
  context: Context,
): WordScore {
  if (words.length === others.length || /\d/.test(given + found)) return NOTHING;
  const similarity = similarityOf(given, found, context);
  if (similarity?.part !== 'spelling') return NOTHING;
  return {
    score: similarity.score,
    equal: false,
    parts: [evidence('joined', words, others, similarity.score)],
  };
}

function greatestOf(words: readonly string[], vocabulary: Vocabulary): number {
  let greatest = 0;
  for (const word of words) greatest = Math.max(greatest, vocabulary.weightOf(word));
  return greatest;
}

const wordsAt = ({ words }: Spelling, places: readonly number[]): string[] =>
  places.map((place) => words[place] ?? '');

function isReordered(aligned: Alignment['aligned']): boolean {
  return aligned.some(({ at }, index) => index > 0 && at[1] < (aligned[index - 1]?.at[1] ?? 0));
}
