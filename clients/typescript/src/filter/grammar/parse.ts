import type { Catalogue } from '../catalogue.ts';
import { assemble } from './assemble.ts';
import { withDoubts } from './doubts.ts';
import { withAges } from './evidence.ts';
import type { Atom, Item } from './items.ts';
import { Scanner } from './scanner.ts';
import type { Answer, Meaning, Piece, Reason, Sentence } from './types.ts';

/**
 * Longest sentence that is read, in UTF-16 units. Every word is compared with all values of the catalogue, in each round of
 * searches: 2,000 characters of short words took seconds.
 */
const MAX_LENGTH = 500;
const NO_ANSWERS: readonly Answer[] = [];

/**
 * Reads a sentence such as "software companies in germany using kubernetes". The same text, catalogue and answers always
 * give the same pieces. Words that it does not understand are pieces of their own, and no part of the filter.
 *
 * @param answers results of `searches` of an earlier reading. Values of open vocabularies are found among them alone.
 */
export function parseSentence(
  text: string,
  catalogue: Catalogue,
  answers: readonly Answer[] = NO_ANSWERS,
): Sentence {
  const scanner = new Scanner(text.slice(0, MAX_LENGTH), catalogue, answers);
  const items = withDoubts(withAges(scanner.scan(), catalogue, text), catalogue, text);
  const { root, pointers } = assemble(items, catalogue);
  const pieces = joinUnknown(
    items.map((item) => toPiece(item, pointers)),
    text,
  );
  if (text.length > MAX_LENGTH)
    pieces.push({ kind: 'unknown', from: MAX_LENGTH, to: text.length, isPending: false, choices: [] });
  return { text, pieces, root, searches: scanner.searches };
}

function toPiece(item: Item, pointers: ReadonlyMap<Atom, string>): Piece {
  const { from, to } = item;
  switch (item.kind) {
    case 'atom':
      if (!pointers.has(item))
        return { kind: 'unknown', from, to, isPending: false, choices: [], reason: 'bounds' };
      return { kind: 'condition', from, to, ...meaningOf(item), pointer: pointers.get(item) ?? '' };
    case 'ambiguous':
      return { kind: 'ambiguous', from, to, choices: item.choices, ...reasonOf(item) };
    case 'alike':
      return { kind: 'unknown', from, to, isPending: false, choices: [], reason: 'alike' };
    case 'unknown':
      return {
        kind: 'unknown',
        from,
        to,
        isPending: item.isPending,
        choices: item.choices,
        ...reasonOf(item),
      };
    case 'link':
      return { kind: 'word', role: item.link, from, to };
    case 'not':
      return { kind: 'unknown', from, to, isPending: false, choices: [], reason: 'negation' };
    case 'open':
    case 'close':
      return { kind: 'word', role: 'bracket', from, to };
    case 'filler':
    case 'age':
      return { kind: 'word', role: 'filler', from, to };
  }
}

const reasonOf = ({ reason }: { reason?: Reason }) => (reason ? { reason } : {});

function meaningOf({ field, operator, values, labels, when, name, cut, negated }: Atom): Meaning {
  return {
    field,
    operator,
    values,
    labels,
    negated,
    ...(when ? { when } : {}),
    ...(name === undefined ? {} : { name }),
    ...(cut ? { cut } : {}),
  };
}

/** Words without a meaning that follow each other are one piece, unless one of them has a suggestion of its own. */
function joinUnknown(pieces: readonly Piece[], text: string): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    const isSame =
      last?.kind === 'unknown' &&
      piece.kind === 'unknown' &&
      last.isPending === piece.isPending &&
      last.reason === piece.reason;
    const [a] = last?.kind === 'unknown' ? last.choices : [];
    const [b] = piece.kind === 'unknown' ? piece.choices : [];
    if (isSame && a?.operator === 'contains' && b?.operator === 'contains' && !b.negated) {
      const value = `${a.values[0]} ${b.values[0]}`;
      const choice = {
        ...a,
        values: [value],
        labels: [value],
        text: a.text.replace(/name contains .*$/, `name contains "${value.replaceAll('"', '')}"`),
      };
      result[result.length - 1] = { ...last, to: piece.to, choices: value.length > 100 ? [] : [choice] };
    } else if (isSame && !a && !b && /^\s*$/.test(text.slice(last.to, piece.from))) {
      result[result.length - 1] = { ...last, to: piece.to };
    } else result.push(piece);
  }
  return result;
}
