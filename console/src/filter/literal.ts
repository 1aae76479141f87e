import { filterText } from '../text/filter.ts';

/** Error at a place of a text. */
export class LiteralError extends Error {
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const SKIPPED = /[\s,\uFEFF]*/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_]\w*/y;
const MAX_NESTING = 50;
const texts = filterText.paste;

/**
 * Parses JSON, and literals of GraphQL: keys without quotes, enums as strings, optional commas. Unlike JSON.parse it
 * tells the same position of an error in every browser.
 *
 * @throws LiteralError
 */
export function parseLiteral(text: string, start = 0): { value: unknown; end: number } {
  let at = start;
  const skip = () => match(SKIPPED);
  const fail = (message: string): never => {
    throw new LiteralError(at, at >= text.length ? texts.endsEarly : message);
  };

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    at += found?.length ?? 0;
    return found;
  }

  function value(level: number): unknown {
    skip();
    if (level > MAX_NESTING) return fail(texts.tooNested);
    if (text[at] === '{') return object(level);
    if (text[at] === '[') return array(level);
    const string = quoted();
    if (string !== undefined) return string;
    const number = match(NUMBER);
    if (number !== undefined) return Number(number);
    const name = match(NAME);
    if (name === undefined) return fail(texts.valueExpected);
    return NAMED.has(name) ? NAMED.get(name) : name;
  }

  function quoted(): string | undefined {
    const from = at;
    const found = match(STRING);
    if (found === undefined) return text[at] === '"' ? fail(texts.openString) : undefined;
    try {
      return String(JSON.parse(found));
    } catch {
      at = from;
      return fail(texts.openString);
    }
  }

  function object(level: number): object {
    at += 1;
    const entries: [string, unknown][] = [];
    for (skip(); text[at] !== '}'; skip()) {
      const key = quoted() ?? match(NAME) ?? fail(texts.keyExpected);
      skip();
      if (text[at] !== ':') return fail(texts.colonExpected);
      at += 1;
      entries.push([key, value(level + 1)]);
    }
    at += 1;
    return Object.fromEntries(entries);
  }

  function array(level: number): unknown[] {
    at += 1;
    const items: unknown[] = [];
    for (skip(); text[at] !== ']'; skip()) items.push(value(level + 1));
    at += 1;
    return items;
  }

  return { value: value(0), end: at };
}

const NAMED = new Map<string, unknown>([
  ['null', null],
  ['true', true],
  ['false', false],
]);
