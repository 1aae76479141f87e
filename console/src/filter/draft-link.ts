import { asGroup, conditionsOf, type Definition, type FilterNode } from './definition.ts';
import { isJsonObject, parseDefinition } from './parse-definition.ts';

/** A draft with the list that it belongs to; without one it is a new list. */
export interface Draft {
  /** May have unfinished conditions. */
  definition: Definition;
  name?: string;
  listId?: string;
  /** Version of the list's definition that the draft began with. */
  baseVersion?: number;
}

type DraftLink =
  | { kind: 'none' }
  | { kind: 'draft'; draft: Draft }
  /** Id of a draft in this browser's own storage, which no other browser can open. */
  | { kind: 'stored'; id: string }
  | { kind: 'broken'; reason: string };

/** Maximum length of a fragment, `#` included. */
const MAX_FRAGMENT = 8192;

const AND = -1;
const OR = -2;
const NOT = -3;

/** Numbers of fields, operators and keys of `when` in the code. Append only: old links depend on the order. */
const CODES = [
  ...['technology', 'technology_category', 'partner', 'investor', 'industry', 'country', 'employee_range'],
  ...['founded_year', 'partnership_count', 'technology_count', 'name', 'domain'],
  ...['any_of', 'all_of', 'none_of', 'is_known', 'eq', 'gte', 'lte', 'between', 'contains', 'starts_with'],
  ...['ends_with', 'equals', 'first_seen', 'last_seen', 'not_seen'],
];

/** Characters of JSON and the ones that need no escape in an address. Each pair is swapped. */
const SWAPS = new Map(
  ['[(', '])', ',~', '"!', " '"].flatMap(([a = '', b = '']) => [
    [a, b],
    [b, a],
  ]),
);
const swap = (text: string) => text.replace(/[[\](),~"! ']/g, (sign) => SWAPS.get(sign) ?? sign);

/**
 * Encodes a draft as the fragment of an address. The length at its end shows that a link was cut. It is the length of
 * the text before escaping, because routers and mail programs escape the signs of a fragment in other ways.
 *
 * @returns undefined when it is longer than `MAX_FRAGMENT`; the caller then stores the draft and uses `storedLink`.
 */
export function toDraftLink({ definition, name, listId, baseVersion }: Draft): string | undefined {
  const root = definition.root && encodeNode(definition.root);
  const parts = [definition.registry_version, root, name ?? null, listId ?? null, baseVersion ?? null];
  const code = swap(JSON.stringify(parts));
  // Version 2 has `when`. Drafts without it stay in version 1, which consoles before version 2 can read.
  const version = [...conditionsOf(definition.root)].some(({ when }) => when) ? 2 : 1;
  const link = `#d${version}=${encodeURIComponent(code)}.${code.length.toString(36)}`;
  return link.length > MAX_FRAGMENT ? undefined : link;
}

/** Returns the fragment for a draft that is stored under an id. */
export function storedLink(id: string): string {
  return `#i1=${encodeURIComponent(id)}`;
}

/** Decodes a fragment. Whatever it contains, the result is a value and never an exception. */
export function readDraftLink(fragment: string): DraftLink {
  const [, kind, version, code] = /^#?([di])(\d+)=([\s\S]*)$/.exec(fragment) ?? [];
  const damaged = { kind: 'broken', reason: 'This link is damaged, so its draft cannot be read.' } as const;
  if (kind === undefined || code === undefined) return { kind: 'none' };
  if (version !== '1' && !(version === '2' && kind === 'd'))
    return {
      kind: 'broken',
      reason: 'This link was made by a newer version of the console. Reload the page and open it again.',
    };
  if (kind === 'i') {
    const id = attempt(() => decodeURIComponent(code));
    return id ? { kind: 'stored', id } : damaged;
  }
  const [, text = '', length] = /^([\s\S]*)\.([0-9a-z]+)$/.exec(code) ?? [];
  const plain = attempt(() => decodeURIComponent(text));
  if (plain === undefined || length !== plain.length.toString(36))
    return { kind: 'broken', reason: 'A part of this link is missing. Copy the complete link.' };
  const draft = toDraft(attempt(() => JSON.parse(swap(plain))));
  return draft ? { kind: 'draft', draft } : damaged;
}

/** Returns the result of a reader; undefined for a text that it cannot read. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function toDraft(parts: unknown): Draft | undefined {
  if (!Array.isArray(parts) || parts.length !== 5) return undefined;
  const [registry_version, root, name, listId, baseVersion] = parts;
  const parsed = parseDefinition({ registry_version, root: decodeNode(root, 0) }, { draft: true });
  if (!parsed.ok) return undefined;
  return {
    definition: parsed.value,
    ...(typeof name === 'string' && { name }),
    ...(typeof listId === 'string' && { listId }),
    ...(Number.isSafeInteger(baseVersion) && { baseVersion }),
  };
}

function encodeNode(node: FilterNode): unknown[] {
  if ('not' in node) return [NOT, encodeNode(node.not)];
  const group = asGroup(node);
  if (group) return [group.kind === 'and' ? AND : OR, ...group.children.map(encodeNode)];
  if (!('condition' in node)) return [];
  const { field, operator, values, when = {} } = node.condition;
  const short = (key: string) => (CODES.includes(key) ? CODES.indexOf(key) : key);
  const age = Object.entries(when).map(([key, window]) => [short(key), window]);
  return [short(field), short(operator), ...age, ...values];
}

/** Returns what `parseDefinition` accepts or refuses. */
function decodeNode(code: unknown, level: number): unknown {
  if (!Array.isArray(code) || level > 10) return isJsonObject(code) ? undefined : code;
  const [tag, ...rest] = code;
  if (tag === NOT) return { not: decodeNode(rest[0], level + 1) };
  if (tag === AND) return { and: rest.map((child) => decodeNode(child, level + 1)) };
  if (tag === OR) return { or: rest.map((child) => decodeNode(child, level + 1)) };
  const key = (short: unknown) => (typeof short === 'number' ? CODES[short] : short);
  const [operator, age, ...values] = rest;
  const condition = { field: key(tag), operator: key(operator) };
  if (!Array.isArray(age)) return { condition: { ...condition, values: rest.slice(1) } };
  return { condition: { ...condition, values, when: { [String(key(age[0]))]: age[1] } } };
}
