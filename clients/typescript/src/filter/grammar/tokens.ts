import { fold, keyOf } from './grade.ts';

/** A word, a sign or a quoted text of a sentence. */
export interface Token {
  /** As it was typed, without the quotes. */
  text: string;
  /** In lower case, without accents. */
  word: string;
  /** Letters and digits of `word`, with + and #, so that "Node.js" equals "nodejs". */
  key: string;
  from: number;
  to: number;
  isQuoted: boolean;
}

const QUOTED = /["\u201c\u201d\u201e\u00ab]([^"\u201c\u201d\u201e\u00ab\u00bb]*)(?:["\u201c\u201d\u00bb]|$)/y;
const TOKENS: readonly RegExp[] = [
  /\d{1,3}(?:,\d{3})+(?![\d,])\+?/y,
  /[<>]=?|[=≥≤,;:?()[\]]/y,
  /[!-](?=[\p{L}"])/uy,
  /[^\s,;:?()[\]<>=≥≤"\u201c\u201d\u201e\u00ab\u00bb]+/y,
  /\S/y,
];
/** Endings and beginnings that are words of their own: "Berlin-based", "non-German". */
const SPLIT = /^(non)-(.+)$|^(.+)-(based|backed|funded)$/i;

/** Returns the tokens of a text. Every character that is no space belongs to one. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const quoted = matchAt(QUOTED, text, at);
    const content = quoted?.[1]?.trim();
    if (quoted && content) {
      tokens.push(toToken(content, at, at + quoted[0].length, true));
      at += quoted[0].length;
      continue;
    }
    const found = TOKENS.map((each) => matchAt(each, text, at)?.[0]).find(Boolean) ?? text.charAt(at);
    tokens.push(...splitWord(withPlainDots(found), at));
    at += found.length;
  }
  return tokens;
}

/** Replaces full stops of other scripts, which are dots of domains, by ASCII dots. */
export function withPlainDots(text: string): string {
  return text.replace(/[\u3002\uff0e\uff61]/g, '.');
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function toToken(text: string, from: number, to: number, isQuoted = false): Token {
  return { text, word: fold(text), key: keyOf(text), from, to, isQuoted };
}

/** Splits off signs at the end of a clause, and parts that are words of their own. */
function splitWord(word: string, from: number): Token[] {
  const [, body = word, end = ''] = /^(.*?[\p{L}\p{N}+#])([.!]+)$/u.exec(word) ?? [];
  // "U.S." keeps its dots.
  if (end !== '' && !body.includes('.'))
    return [...splitWord(body, from), toToken(end, from + body.length, from + word.length)];
  const parts = SPLIT.exec(word);
  const head = parts?.[1] ?? parts?.[3];
  const tail = parts?.[2] ?? parts?.[4];
  if (head === undefined || tail === undefined) return [toToken(word, from, from + word.length)];
  const start = from + word.length - tail.length;
  // The hyphen belongs to the first part.
  return [toToken(head, from, start), toToken(tail, start, from + word.length)];
}
