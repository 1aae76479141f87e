import { unguard } from '../../../lib/formula-guard.ts';
import type { FieldType } from '../kinds.ts';
import { parseJson } from './format.ts';

/** Text that clears a field, as PostgreSQL, MySQL and ClickHouse export NULL. */
const NULL_TEXT = '\\N';
/** Exports separate domains by blanks (contract, section 6). No domain contains one of these. */
export const DOMAIN_SEPARATOR = /[;,|\s]/;
/**
 * Whole numbers; with `.0`, as tools write them that hold numbers with gaps as floating point. `1.000` is left to its
 * field: it may be a thousand.
 */
const WHOLE_NUMBER = /^(?:\d+(?:\.0{1,2}|\.0{4,})?|\d{4,}\.000)$/;
const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  yes: true,
  1: true,
  false: false,
  f: false,
  no: false,
  0: false,
};

/**
 * Converts a cell of CSV or TSV to a value of its field. A text that has no such value stays a text, which the validation of
 * the row then refuses.
 *
 * @returns undefined for a blank text, which states nothing; null for `\N`, which clears the field.
 */
export function parseCell(text: string, type: FieldType): unknown {
  const trimmed = text.trim();
  if (type !== 'text') return parseText(trimmed, type);
  if (trimmed === NULL_TEXT) return null;
  return trimmed === '' ? undefined : unguard(trimmed);
}

/**
 * Converts a text of a format that has NULL and types of its own, such as Parquet: a field of text takes it as it is,
 * because nothing guards such files against spreadsheets.
 */
export function parseText(text: string, type: FieldType): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (type === 'text') return trimmed;
  if (trimmed === NULL_TEXT) return null;
  switch (type) {
    case 'integer':
      return WHOLE_NUMBER.test(trimmed) ? Number(trimmed) : trimmed;
    case 'flag':
      return FLAGS[trimmed.toLowerCase()] ?? trimmed;
    case 'list':
      return parseList(trimmed);
    case 'domains':
      return parseList(trimmed, DOMAIN_SEPARATOR);
  }
}

/** Returns the entries of a list. A text that begins like a literal and is none stays, as the row is told what is wrong. */
function parseList(text: string, separator?: RegExp): string[] | string | undefined {
  const { entries } = readListText(text, separator);
  if (entries === undefined) return text;
  return entries.length > 0 || /^[[{]/.test(text) ? entries : undefined;
}

/** Entries of a list in a text, or the reason why a text that begins like a list is none. */
type ListText = { entries: string[]; fault?: undefined } | { entries?: undefined; fault: string };

/** Separators of texts that are no literals, in the order in which they are looked for. */
const SEPARATORS = [';', '|'];
/** PostgreSQL writes the bounds of an array that does not begin at 1. */
const BOUNDS = /^(?:\[[+-]?\d+:[+-]?\d+\])+=(?=\{)/;
const NESTED = 'its lists are nested';

/**
 * Reads a list from a text, as sources write them: `{a,"b c"}` (PostgreSQL), `["a","b"]` (JSON), `['a','b']` (Python),
 * or entries with separators between them. NULLs of a literal are left out, as are empty entries between separators.
 *
 * @param separator separates entries outside of literals; by default `;`, or `|` in a text without `;`.
 */
export function readListText(raw: string, separator?: RegExp): ListText {
  const text = raw.trim();
  const literal = text.replace(BOUNDS, '');
  if (literal.startsWith('{')) return readBraces(literal);
  if (literal.startsWith('[')) return readBrackets(literal);
  const between = separator ?? SEPARATORS.find((each) => text.includes(each)) ?? ';';
  return { entries: text.split(between).flatMap((entry) => entry.trim() || []) };
}

/** Reads a literal of PostgreSQL. A set of Python has braces as well, and quotes that PostgreSQL does not know. */
function readBraces(text: string): ListText {
  if (/^\{\s*'/.test(text)) {
    const set = new LiteralReader(text, PYTHON_SET).read();
    if (set.entries !== undefined) return set;
  }
  return new LiteralReader(text, POSTGRESQL).read();
}

function readBrackets(text: string): ListText {
  const value = parseJson(text);
  if (!Array.isArray(value)) return new LiteralReader(text, PYTHON).read();
  if (value.some((entry) => typeof entry === 'object' && entry !== null)) return { fault: NESTED };
  return { entries: value.flatMap((entry) => (entry === null ? [] : String(entry))) };
}

/** How a kind of literals is written. */
interface Syntax {
  end: string;
  quotes: string;
  /** Reads a backslash within quotes. */
  escape: RegExp;
  unescape(escaped: string): string;
  /** @returns undefined for an entry that must have quotes, and null for one that is left out */
  bare(text: string): string | null | undefined;
}

const POSTGRESQL: Syntax = {
  end: '}',
  quotes: '"',
  escape: /\\([\s\S])/g,
  unescape: (escaped) => escaped.slice(1),
  bare: (text) => (text.toUpperCase() === 'NULL' ? null : text),
};

const SHORT_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

const PYTHON: Syntax = {
  end: ']',
  quotes: `'"`,
  escape: /\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|[\s\S])/gi,
  unescape(escaped) {
    const [, kind = '', ...digits] = escaped;
    if (digits.length > 0) {
      const code = Number.parseInt(digits.join(''), 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : escaped;
    }
    // Python keeps the backslash of an unknown escape.
    return SHORT_ESCAPES[kind] ?? (`\\'"`.includes(kind) ? kind : escaped);
  },
  bare(text) {
    if (/^(?:None|null|nan)$/i.test(text)) return null;
    return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? text : undefined;
  },
};

const PYTHON_SET: Syntax = { ...PYTHON, end: '}' };

/** Reads a literal from its opening bracket to its closing one. */
class LiteralReader {
  readonly #text: string;
  readonly #syntax: Syntax;
  #at = 1;

  constructor(text: string, syntax: Syntax) {
    this.#text = text;
    this.#syntax = syntax;
  }

  read(): ListText {
    const entries: string[] = [];
    const { end } = this.#syntax;
    this.#skipBlanks();
    if (this.#text[this.#at] === end) return this.#finish(entries);
    for (;;) {
      const { entry, fault } = this.#readEntry(entries.length + 1);
      if (fault !== undefined) return { fault };
      if (entry !== null) entries.push(entry);
      this.#skipBlanks();
      const next = this.#text[this.#at];
      if (next === end) return this.#finish(entries);
      if (next === undefined) return { fault: `its "${end}" is missing` };
      if (next !== ',') return { fault: `text follows the quotes of an entry, at character ${this.#at + 1}` };
      this.#at += 1;
      this.#skipBlanks();
    }
  }

  #finish(entries: string[]): ListText {
    const isEnd = this.#at === this.#text.length - 1;
    return isEnd ? { entries } : { fault: `text follows its "${this.#syntax.end}"` };
  }

  #readEntry(number: number) {
    const first = this.#text[this.#at] ?? '';
    if (first === '{' || first === '[') return { fault: NESTED };
    const { quotes, bare, end, ...escapes } = this.#syntax;
    if (first !== '' && quotes.includes(first)) {
      const start = this.#at + 1;
      const close = this.#findUnescaped(first, start);
      if (close < 0) return { fault: 'a quote is not closed' };
      this.#at = close + 1;
      return { entry: this.#text.slice(start, close).replace(escapes.escape, escapes.unescape) };
    }
    const start = this.#at;
    this.#at = this.#findUnescaped(`,${end}"{`, start);
    if (this.#at < 0) return { fault: `its "${end}" is missing` };
    if (this.#text[this.#at] === '{' || this.#text[this.#at] === '"')
      return { fault: `entry ${number} has a ${this.#text[this.#at]} outside of quotes` };
    const text = this.#text.slice(start, this.#at).trim();
    if (text === '') return { fault: `entry ${number} is empty` };
    const entry = bare(text);
    return entry === undefined
      ? { fault: `entry ${number} has no quotes` }
      : { entry: entry?.replace(escapes.escape, escapes.unescape) ?? null };
  }

  /** Returns the position of the next of some characters that no backslash precedes; -1 if there is none. */
  #findUnescaped(characters: string, start: number): number {
    for (let at = start; at < this.#text.length; at += 1) {
      if (this.#text[at] === '\\') at += 1;
      else if (characters.includes(this.#text[at] ?? '')) return at;
    }
    return -1;
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }
}
