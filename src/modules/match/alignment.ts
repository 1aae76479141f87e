import { greatestWeight } from './common-words.ts';
import { initialsOf, type Spelling } from './name.ts';
import { type Agreement, type Context, similarityOf } from './word-similarity.ts';

/** Words of one name aligned with those that stand for them in the other. */
export interface Aligned {
  readonly part: 'word' | 'joined' | Agreement;
  /** From above 0 to 1. */
  readonly score: number;
  /** Places of the first words. */
  readonly at: Places;
  readonly lengths: Places;
}

type Places = readonly [given: number, found: number];
type Side = 0 | 1;

/** Result of an alignment: each word is aligned or free. */
export interface Alignment {
  readonly aligned: readonly Aligned[];
  /** Places of the words that only one name has. */
  readonly free: readonly [given: readonly number[], found: readonly number[]];
}

/**
 * Aligns the words of two names: equal ones first, then those that join or abbreviate several of the other name, then
 * similar ones, the most similar first.
 *
 * @param tails first letters of the forms of the names, which initials may include, as in `NBC`
 */
export function alignWords(
  given: Spelling,
  found: Spelling,
  tails: readonly [string, string],
  context: Context,
): Alignment {
  const words = [given.words, found.words] as const;
  const isFree = [given.words.map(() => true), found.words.map(() => true)] as const;
  const aligned: Aligned[] = [];

  const align = (part: Aligned['part'], score: number, at: Places, lengths: Places): void => {
    for (const side of SIDES) isFree[side].fill(false, at[side], at[side] + lengths[side]);
    aligned.push({ part, score, at, lengths });
  };

  for (let i = 0; i < words[0].length; i++) {
    for (let j = 0; j < words[1].length; j++) {
      if (!isFree[1][j] || words[0][i] !== words[1][j]) continue;
      align('word', 1, [i, j], ONE_EACH);
      break;
    }
  }
  for (const side of SIDES) {
    const other = side === 0 ? 1 : 0;
    if (isFree[other].filter(Boolean).length < 2) continue;
    for (const [place, word] of words[side].entries()) {
      const run = isFree[side][place] ? runFor(word, words[other], isFree[other], tails[other]) : undefined;
      if (run === undefined) continue;
      const [at, lengths] = [[place, run.at] as const, [1, run.length] as const];
      align(run.part, run.score, inOrder(side, at), inOrder(side, lengths));
    }
  }
  const similar: Aligned[] = [];
  for (const i of freeOf(isFree[0])) {
    for (const j of freeOf(isFree[1])) {
      const similarity = similarityOf(words[0][i] ?? '', words[1][j] ?? '', context);
      if (similarity) similar.push({ ...similarity, at: [i, j], lengths: ONE_EACH });
    }
  }
  similar.sort((a, b) => b.score - a.score);
  for (const { part, score, at } of similar) {
    if (isFree[0][at[0]] && isFree[1][at[1]]) align(part, score, at, ONE_EACH);
  }
  aligned.sort((a, b) => a.at[0] - b.at[0]);
  return { aligned, free: [freeOf(isFree[0]), freeOf(isFree[1])] };
}

const SIDES: readonly Side[] = [0, 1];
const ONE_EACH: Places = [1, 1];

const inOrder = (side: Side, [own, other]: Places): Places => (side === 0 ? [own, other] : [other, own]);

function freeOf(isFree: readonly boolean[]): number[] {
  const free: number[] = [];
  for (let place = 0; place < isFree.length; place++) if (isFree[place]) free.push(place);
  return free;
}

const JOINED = 0.98;
/** Words of the longest run that one word stands for. */
const LONGEST_RUN = 6;

interface Run {
  part: 'joined' | 'initials';
  score: number;
  at: number;
  length: number;
}

/** Finds adjacent free words that a word joins, as in `facebook`, or whose initials it is, as in `bmw`. */
function runFor(
  word: string,
  words: readonly string[],
  isFree: readonly boolean[],
  tail: string,
): Run | undefined {
  for (let at = 0; at < words.length; at++) {
    if (words[at]?.charAt(0) !== word.charAt(0)) continue;
    for (let length = 1; length <= LONGEST_RUN && isFree[at + length - 1]; length++) {
      const run = words.slice(at, at + length);
      const isLast = at + length === words.length;
      if (length > 1 && run.join('') === word) return { part: 'joined', score: JOINED, at, length };
      if (isInitialsOf(word, run) || (isLast && tail !== '' && isInitialsOf(word, [...run, tail])))
        return { part: 'initials', score: INITIALS[word.length] ?? MOST_INITIALS, at, length };
    }
  }
  return undefined;
}

/** Scores of initials by their number. A few letters are the initials of many names. */
const INITIALS = [0, 0, 0.5, 0.72, 0.75];
const MOST_INITIALS = 0.8;

/** Words such as `of` may lack their initials. */
function isInitialsOf(word: string, run: readonly string[]): boolean {
  if (run.length < 2 || word.length > run.length) return false;
  if (word.length === run.length) return initialsOf(run) === word;
  const full = run.filter((part) => greatestWeight(part) > CONNECTING);
  return full.length > 1 && word.length === full.length && initialsOf(full) === word;
}

/** Greatest weight of words that connect others. */
const CONNECTING = 0.04;
