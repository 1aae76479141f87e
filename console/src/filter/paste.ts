import type { Definition } from './definition.ts';
import { isJsonObject, type JsonObject, parseDefinition } from './parse-definition.ts';

/** Place of an error in the pasted text, or in the body of a pasted command. */
interface Position {
  /** In UTF-16 units from the start. */
  offset: number;
  /** From 1. */
  line: number;
  column: number;
}

export type Pasted =
  | { ok: true; definition: Definition }
  /** `position` is that of an error in the JSON; `pointer` names a node that is not valid. */
  | { ok: false; reason: string; position?: Position; pointer?: string };

const NODE_KEYS = ['and', 'or', 'not', 'condition'];
const WRAPPERS = ['definition', 'definitionJson', 'definition_json', 'variables', 'input', 'body'];
/** An argument of a GraphQL operation that is written out. */
const ARGUMENT = /\bdefinition(?:Json)?\s*:\s*(?=\{)/;

/**
 * Reads a definition from pasted text: a definition, a node, a body of REST, variables or a literal of GraphQL, or a
 * curl command with one of them.
 *
 * @param registryVersion version of a definition for text that names none.
 */
export function readPaste(text: string, registryVersion: string): Pasted {
  const isCurl = /^\s*(?:\$\s+)?curl\s/.test(text);
  const body = isCurl ? curlBody(text) : text;
  if (body === undefined) return { ok: false, reason: 'This curl command has no body: -d is missing.' };
  if (body.trim() === '')
    return { ok: false, reason: 'There is nothing to read. Paste a definition as JSON.' };
  try {
    return fromRaw(readValue(body), registryVersion);
  } catch (error) {
    if (!(error instanceof LiteralError)) throw error;
    const position = positionOf(body, error.offset);
    return {
      ok: false,
      reason: `${error.message}: line ${position.line}, column ${position.column}.`,
      position,
    };
  }
}

function readValue(body: string): unknown {
  const argument = ARGUMENT.exec(body);
  const isDocument = argument !== null && !/^\s*[{[]\s*["\]}]/.test(body);
  const { value, end } = parseLiteral(body, isDocument ? argument.index + argument[0].length : 0);
  const rest = /[^\s,;]/.exec(body.slice(end));
  if (!isDocument && rest)
    throw new LiteralError(end + rest.index, 'There is more text after the end of the JSON');
  return value;
}

function fromRaw(raw: unknown, registryVersion: string): Pasted {
  const found = unwrap(raw, 0);
  if (found === undefined)
    return {
      ok: false,
      reason: 'There is no filter in this text. It needs a key root, and, or, not, or condition.',
    };
  const isNode = Array.isArray(found) || NODE_KEYS.some((key) => Object.hasOwn(found, key));
  const definition = isNode
    ? { registryVersion, root: Array.isArray(found) ? { and: found } : found }
    : found;
  const parsed = parseDefinition(normalDefinition(definition, registryVersion));
  if (parsed.ok) return { ok: true, definition: parsed.value };
  const { message, pointer } = parsed.fault;
  return { ok: false, reason: pointer === '' ? message : `${pointer}: ${message}`, pointer };
}

/** Finds the definition, the node, or the list of nodes in a body. */
function unwrap(raw: unknown, level: number): JsonObject | unknown[] | undefined {
  if (Array.isArray(raw)) return raw.length > 0 && raw.every(isNode) ? raw : undefined;
  if (!isJsonObject(raw) || level > 4) return undefined;
  if (isNode(raw) || Object.hasOwn(raw, 'root')) return raw;
  const keys = [...WRAPPERS, ...Object.keys(raw).filter((key) => !WRAPPERS.includes(key))];
  for (const key of keys) {
    const inner = Object.hasOwn(raw, key) ? raw[key] : undefined;
    const found = isJsonObject(inner) ? unwrap(inner, level + 1) : undefined;
    if (found) return found;
  }
  const query = Object.hasOwn(raw, 'query') ? raw.query : undefined;
  return typeof query === 'string' && ARGUMENT.test(query) ? unwrap(readValue(query), level + 1) : undefined;
}

function isNode(raw: unknown): boolean {
  return isJsonObject(raw) && NODE_KEYS.some((key) => Object.hasOwn(raw, key));
}

/** Gives a definition the keys of REST. */
function normalDefinition(raw: JsonObject, registryVersion: string): JsonObject {
  const entries = Object.entries(raw).map(([key, value]): [string, unknown] => {
    if (key === 'root') return [key, normalNode(value)];
    return [key === 'registryVersion' ? 'registry_version' : key, value];
  });
  const hasVersion = entries.some(([key]) => key === 'registry_version');
  return Object.fromEntries(hasVersion ? entries : [['registry_version', registryVersion], ...entries]);
}

/** Changes the entries of an object; other values stay. */
function mapEntries(
  raw: unknown,
  change: (key: string, value: unknown) => readonly [string, unknown],
  isKept: (key: string, value: unknown) => boolean = (_, value) => value !== null,
): unknown {
  if (!isJsonObject(raw)) return raw;
  const entries = Object.entries(raw).filter(([key, value]) => isKept(key, value));
  return Object.fromEntries(entries.map(([key, value]) => change(key, value)));
}

/** Writes enums in lower case and leaves out keys that are null, as GraphQL clients send them. */
const normalNode = (raw: unknown): unknown =>
  mapEntries(raw, (key, value) => {
    if (Array.isArray(value)) return [key, value.map(normalNode)];
    return [key, key === 'condition' ? normalCondition(value) : normalNode(value)];
  });

function normalCondition(raw: unknown): unknown {
  const change = (key: string, value: unknown) => {
    if (key === 'when') return [key, normalWhen(value)] as const;
    const isEnum = key !== 'values' && typeof value === 'string' && /^[A-Z_]+$/.test(value);
    return [key, isEnum ? value.toLowerCase() : value] as const;
  };
  return mapEntries(raw, change, (key, value) => key !== 'when' || value !== null);
}

/** `{firstSeen: DAYS_90}` of GraphQL is `{first_seen: "90d"}`. */
const normalWhen = (raw: unknown): unknown =>
  mapEntries(raw, (key, value) => [
    key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    typeof value === 'string' ? value.replace(/^DAYS_(\d+)$/, '$1d') : value,
  ]);

function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { offset, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Error at a place of a text. */
class LiteralError extends Error {
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

/**
 * Parses JSON, and literals of GraphQL: keys without quotes, enums as strings, optional commas. Unlike JSON.parse it
 * tells the same position of an error in every browser.
 *
 * @throws LiteralError
 */
function parseLiteral(text: string, start = 0): { value: unknown; end: number } {
  let at = start;
  const skip = () => match(SKIPPED);
  const fail = (message: string): never => {
    throw new LiteralError(at, at >= text.length ? 'The text ends too early' : message);
  };

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    at += found?.length ?? 0;
    return found;
  }

  function value(level: number): unknown {
    skip();
    if (level > MAX_NESTING) return fail('The text is nested too deeply');
    if (text[at] === '{') return object(level);
    if (text[at] === '[') return array(level);
    const string = quoted();
    if (string !== undefined) return string;
    const number = match(NUMBER);
    if (number !== undefined) return Number(number);
    const name = match(NAME);
    if (name === undefined) return fail('A value is expected');
    return NAMED.has(name) ? NAMED.get(name) : name;
  }

  function quoted(): string | undefined {
    const from = at;
    const found = match(STRING);
    if (found === undefined)
      return text[at] === '"' ? fail('A text in double quotes is not complete') : undefined;
    try {
      return String(JSON.parse(found));
    } catch {
      at = from;
      return fail('A text in double quotes is not complete');
    }
  }

  function object(level: number): object {
    at += 1;
    const entries: [string, unknown][] = [];
    for (skip(); text[at] !== '}'; skip()) {
      const key = quoted() ?? match(NAME) ?? fail('A key or a closing brace is expected');
      skip();
      if (text[at] !== ':') return fail('A colon is expected');
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

const NAMED = new Map<string, unknown>([null, true, false].map((value) => [String(value), value]));

const WORD_PART = /'([^']*)'|\$'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)/y;
const SPACE = /\s+/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Splits a command into words as a POSIX shell does, without expansions. */
function shellWords(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < command.length; ) {
    SPACE.lastIndex = at;
    WORD_PART.lastIndex = at;
    const space = SPACE.exec(command)?.[0];
    const part = space === undefined ? WORD_PART.exec(command) : null;
    if (part) word = (word ?? '') + textOf(part);
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
    at += (space ?? part?.[0] ?? ' ').length;
  }
  return word === undefined ? words : [...words, word];
}

function textOf([, single, dollar, double, escaped, plain]: RegExpExecArray): string {
  if (single !== undefined) return single;
  if (dollar !== undefined) return dollar.replace(/\\([\s\S])/g, (_, sign: string) => ESCAPES[sign] ?? sign);
  if (double !== undefined)
    return double.replace(/\\([\\"$`\n])/g, (_, sign: string) => (sign === '\n' ? '' : sign));
  return escaped === undefined ? (plain ?? '') : escaped.replace('\n', '');
}

const DATA = /^(?:-d|--data(?:-raw|-binary|-ascii)?|--json)(?:=([\s\S]*))?$/;

/** Returns the body of a curl command; undefined for one without a body. */
function curlBody(command: string): string | undefined {
  const words = shellWords(command);
  for (const [index, word] of words.entries()) {
    const found = DATA.exec(word);
    if (found) return found[1] ?? words[index + 1];
    if (word.startsWith('-d') && word.length > 2) return word.slice(2);
  }
  return undefined;
}
