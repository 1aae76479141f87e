import { filterText } from '../text/filter.ts';
import type { Definition } from './definition.ts';
import { LiteralError, parseLiteral } from './literal.ts';
import { isJsonObject, type JsonObject, parseDefinition } from './parse-definition.ts';
import { curlBody } from './shell-words.ts';

/** Place of an error in the pasted text, or in the body of a pasted command. */
export interface Position {
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

const texts = filterText.paste;
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
  if (body === undefined) return { ok: false, reason: texts.noBody };
  if (body.trim() === '') return { ok: false, reason: texts.nothing };
  try {
    return fromRaw(readValue(body), registryVersion);
  } catch (error) {
    if (!(error instanceof LiteralError)) throw error;
    const position = positionOf(body, error.offset);
    return { ok: false, reason: texts.at(error.message, position.line, position.column), position };
  }
}

function readValue(body: string): unknown {
  const argument = ARGUMENT.exec(body);
  const isDocument = argument !== null && !/^\s*[{[]\s*["\]}]/.test(body);
  const { value, end } = parseLiteral(body, isDocument ? argument.index + argument[0].length : 0);
  const rest = /[^\s,;]/.exec(body.slice(end));
  if (!isDocument && rest) throw new LiteralError(end + rest.index, texts.extra);
  return value;
}

function fromRaw(raw: unknown, registryVersion: string): Pasted {
  const found = unwrap(raw, 0);
  if (found === undefined) return { ok: false, reason: texts.noDefinition };
  const isNode = Array.isArray(found) || NODE_KEYS.some((key) => Object.hasOwn(found, key));
  const definition = isNode
    ? { registryVersion, root: Array.isArray(found) ? { and: found } : found }
    : found;
  const parsed = parseDefinition(normalDefinition(definition, registryVersion));
  if (parsed.ok) return { ok: true, definition: parsed.value };
  const { message, pointer } = parsed.fault;
  return { ok: false, reason: texts.at2(message, pointer), pointer };
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

/** Writes enums in lower case and leaves out keys that are null, as GraphQL clients send them. */
function normalNode(raw: unknown): unknown {
  if (!isJsonObject(raw)) return raw;
  const entries = Object.entries(raw).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (Array.isArray(value)) return [key, value.map(normalNode)];
      return [key, key === 'condition' ? normalCondition(value) : normalNode(value)];
    }),
  );
}

function normalCondition(raw: unknown): unknown {
  if (!isJsonObject(raw)) return raw;
  const normal = (key: string, value: unknown) => {
    if (key === 'when') return normalWhen(value);
    return key !== 'values' && typeof value === 'string' && /^[A-Z_]+$/.test(value)
      ? value.toLowerCase()
      : value;
  };
  const entries = Object.entries(raw).filter(([key, value]) => key !== 'when' || value !== null);
  return Object.fromEntries(entries.map(([key, value]) => [key, normal(key, value)]));
}

/** `{firstSeen: DAYS_90}` of GraphQL is `{first_seen: "90d"}`. */
function normalWhen(raw: unknown): unknown {
  if (!isJsonObject(raw)) return raw;
  const entries = Object.entries(raw).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      typeof value === 'string' ? value.replace(/^DAYS_(\d+)$/, '$1d') : value,
    ]),
  );
}

function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { offset, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
