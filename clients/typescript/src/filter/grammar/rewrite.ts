import type { Piece } from './types.ts';

/** Returns the text with another one in the place of a piece. */
export function replacePiece(text: string, { from, to }: Piece, by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}

/** Returns the text without a piece, and without the words that connect it with the others. */
export function removePiece(text: string, pieces: readonly Piece[], piece: Piece): string {
  const index = pieces.indexOf(piece);
  const isLink = (each: Piece | undefined) =>
    each?.kind === 'word' && ['and', 'or', 'comma'].includes(each.role);
  let from = piece.from;
  let to = piece.to;
  let before = index - 1;
  for (; isLink(pieces[before]); before -= 1) from = pieces[before]?.from ?? from;
  // At the beginning the words after it go.
  if (before < 0) for (let after = index + 1; isLink(pieces[after]); after += 1) to = pieces[after]?.to ?? to;
  const head = text.slice(0, from).trimEnd();
  const tail = text.slice(to).trimStart();
  const space = head === '' || tail === '' || /^[,;.)]/.test(tail) ? '' : ' ';
  return head + space + tail;
}
