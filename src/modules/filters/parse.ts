import { isJsonObject, type JsonObject } from '../../lib/json.ts';
import { didYouMeanKey } from '../../lib/text.ts';
import type { Definition, FilterNode, Problems } from './definition.ts';
import type { FieldSet } from './field-set.ts';
import { MAX_PATTERNS } from './operators.ts';
import { countPatterns, readCondition, refuseUnknownKeys, step } from './parse-condition.ts';

/** Bounds of a tree (contract, section 6). Depth counts the nodes from the root to a condition, inclusive. */
const MAX_DEPTH = 8;
export const MAX_CONDITIONS = 100;

const DEFINITION_KEYS = ['registry_version', 'root'];
const NODE_KEYS = ['and', 'or', 'not', 'condition'];

/**
 * Parses an unvalidated definition. It never reads beyond the bounds of a definition, so that a hostile body costs no
 * more than a valid one.
 *
 * @param fields fields that conditions can use.
 * @param base JSON pointer of the definition in the request.
 * @param maxPatterns maximum number of patterns. Definitions saved before this bound existed may exceed it.
 * @returns undefined when errors were added to `problems`.
 */
export function parseDefinition(
  raw: unknown,
  problems: Problems,
  fields: FieldSet,
  base = '',
  maxPatterns = MAX_PATTERNS,
): Definition | undefined {
  if (!isJsonObject(raw))
    return problems.add(base, 'wrong_type', 'must be an object with registry_version and root');
  refuseUnknownKeys(raw, DEFINITION_KEYS, base, problems);
  const registryVersion = readRegistryVersion(raw, fields, `${base}/registry_version`, problems);
  const root = new TreeReader(problems, fields, `${base}/root`, maxPatterns).read(raw);
  return problems.errors.length > 0 || registryVersion === undefined || root === undefined
    ? undefined
    : { registryVersion, root };
}

function readRegistryVersion(
  raw: JsonObject,
  fields: FieldSet,
  pointer: string,
  problems: Problems,
): string | undefined {
  const version = Object.hasOwn(raw, 'registry_version') ? raw.registry_version : undefined;
  if (typeof version === 'string' && fields.knows(version)) return version;
  const advice = `the current one is "${fields.version}" (see filter-fields)`;
  const hints = { allowed: [fields.version] };
  if (version === undefined) return problems.add(pointer, 'missing', `is missing; ${advice}`, hints);
  if (typeof version !== 'string')
    return problems.add(pointer, 'wrong_type', `must be a string; ${advice}`, hints);
  return problems.add(pointer, 'unknown_registry_version', `is unknown; ${advice}`, hints);
}

class TreeReader {
  readonly #problems: Problems;
  readonly #fields: FieldSet;
  readonly #rootPointer: string;
  readonly #maxPatterns: number;
  #conditions = 0;
  #patterns = 0;
  /** Pointer of the values that exceed the bound of patterns. */
  #excess: string | undefined;

  constructor(problems: Problems, fields: FieldSet, rootPointer: string, maxPatterns: number) {
    this.#problems = problems;
    this.#fields = fields;
    this.#rootPointer = rootPointer;
    this.#maxPatterns = maxPatterns;
  }

  /** @returns null for an empty definition, undefined when errors were added. */
  read(definition: JsonObject): FilterNode | null | undefined {
    const root = Object.hasOwn(definition, 'root') ? definition.root : undefined;
    if (root === null) return null;
    const pointer = this.#rootPointer;
    if (root === undefined) {
      const message = 'is missing; it must be a node, or null for a list without a filter';
      return this.#problems.add(pointer, 'missing', message);
    }
    const tree = this.#node(root, pointer, 1);
    return this.#excess === undefined ? tree : this.#refusePatterns(this.#excess);
  }

  #refusePatterns(pointer: string): undefined {
    const message =
      `contains, starts_with and ends_with have ${this.#patterns} values in this definition; ` +
      `at most ${this.#maxPatterns} are allowed in total. Use equals for complete texts, or split the list`;
    return this.#problems.add(pointer, 'too_many_patterns', message);
  }

  #node(raw: unknown, pointer: string, depth: number): FilterNode | undefined {
    const problems = this.#problems;
    const hints = { allowed: NODE_KEYS };
    if (depth > MAX_DEPTH)
      return problems.add(pointer, 'too_deep', `is nested deeper than ${MAX_DEPTH} levels; flatten the tree`);
    if (!isJsonObject(raw)) {
      const message = 'must be an object with one of the keys and, or, not, condition';
      return problems.add(pointer, 'wrong_type', message, hints);
    }
    const keys = Object.keys(raw);
    const [key = ''] = keys;
    if (keys.length !== 1)
      return problems.add(pointer, 'not_one_key', `must have exactly one key, not ${keys.length}`, hints);
    switch (key) {
      case 'condition':
        return this.#condition(raw.condition, pointer);
      case 'not': {
        const child = this.#node(raw.not, `${pointer}/not`, depth + 1);
        return child && { kind: 'not', pointer, child };
      }
      case 'and':
      case 'or': {
        const children = this.#children(raw[key], `${pointer}/${key}`, depth);
        return children && { kind: key, pointer, children };
      }
      default: {
        const message = 'is an unknown key; use and, or, not or condition.';
        const suggestions = didYouMeanKey(key, NODE_KEYS);
        return problems.add(pointer + step(key), 'unknown_key', message, { suggestions, ...hints });
      }
    }
  }

  #children(raw: unknown, pointer: string, depth: number): FilterNode[] | undefined {
    if (!Array.isArray(raw)) return this.#problems.add(pointer, 'wrong_type', 'must be an array of nodes');
    if (raw.length === 0) return this.#problems.add(pointer, 'empty', 'needs at least one node');
    const children: FilterNode[] = [];
    for (const [index, each] of raw.entries()) {
      if (this.#problems.isFull || this.#conditions > MAX_CONDITIONS) return undefined;
      const child = this.#node(each, `${pointer}/${index}`, depth + 1);
      if (child) children.push(child);
    }
    return children.length === raw.length ? children : undefined;
  }

  #condition(raw: unknown, pointer: string): FilterNode | undefined {
    this.#conditions += 1;
    if (this.#conditions <= MAX_CONDITIONS) {
      this.#patterns += countPatterns(raw);
      if (this.#patterns > this.#maxPatterns) this.#excess ??= `${pointer}/condition/values`;
      return readCondition(raw, pointer, this.#fields, this.#problems);
    }
    if (this.#conditions > MAX_CONDITIONS + 1) return undefined;
    const message = `has more than ${MAX_CONDITIONS} conditions; combine values in one condition`;
    return this.#problems.add(this.#rootPointer, 'too_many_conditions', message);
  }
}
