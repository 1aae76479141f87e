import type { Definition, FilterNode } from './definition.ts';
import { didYouMeanKey } from './did-you-mean.ts';
import { MAX_PATTERNS } from './operators.ts';
import { countPatterns, isObject, type JsonObject, readCondition, step } from './parse-condition.ts';
import type { Problems } from './problems.ts';
import { KNOWN_REGISTRY_VERSIONS, REGISTRY_VERSION } from './registry.ts';

/** Bounds of a tree (contract, section 6). Depth counts the nodes from the root to a condition, both included. */
export const MAX_DEPTH = 8;
export const MAX_CONDITIONS = 100;

const DEFINITION_KEYS = ['registry_version', 'root'];
const NODE_KEYS = ['and', 'or', 'not', 'condition'] as const;
type NodeKey = (typeof NODE_KEYS)[number];

/**
 * Parses a definition as it was sent. Never goes deeper, nor reads more conditions or values, than a definition may
 * have: a hostile body costs no more than an honest one.
 *
 * @param base the JSON pointer of the definition in what was sent.
 * @param maxPatterns how many patterns it may hold. The bound is younger than some saved definitions, which keep running.
 * @returns undefined when `problems` has been told why.
 */
export function parseDefinition(
  raw: unknown,
  problems: Problems,
  base = '',
  maxPatterns = MAX_PATTERNS,
): Definition | undefined {
  if (!isObject(raw)) {
    return problems.add({
      pointer: base,
      code: 'wrong_type',
      message: 'must be an object with registry_version and root',
    });
  }
  refuseUnknownKeys(raw, base, problems);
  const registryVersion = readRegistryVersion(raw, `${base}/registry_version`, problems);
  const root = new TreeReader(problems, `${base}/root`, maxPatterns).read(raw);
  return problems.errors.length > 0 || registryVersion === undefined || root === undefined
    ? undefined
    : { registryVersion, root };
}

function refuseUnknownKeys(raw: JsonObject, base: string, problems: Problems): void {
  for (const key of Object.keys(raw)) {
    if (problems.isFull) return;
    if (DEFINITION_KEYS.includes(key)) continue;
    const pointer = base + step(key);
    problems.add({ pointer, code: 'unknown_key', message: 'is not known here', allowed: DEFINITION_KEYS });
  }
}

function readRegistryVersion(raw: JsonObject, pointer: string, problems: Problems): string | undefined {
  const version = Object.hasOwn(raw, 'registry_version') ? raw.registry_version : undefined;
  if (typeof version === 'string' && KNOWN_REGISTRY_VERSIONS.includes(version)) return version;
  const advice = `the current one is "${REGISTRY_VERSION}" (see filter-fields)`;
  const allowed = [REGISTRY_VERSION];
  if (version === undefined)
    return problems.add({ pointer, code: 'missing', message: `is missing; ${advice}`, allowed });
  if (typeof version !== 'string')
    return problems.add({ pointer, code: 'wrong_type', message: `must be a string; ${advice}`, allowed });
  return problems.add({
    pointer,
    code: 'unknown_registry_version',
    message: `is not known; ${advice}`,
    allowed,
  });
}

class TreeReader {
  readonly #problems: Problems;
  readonly #rootPointer: string;
  readonly #maxPatterns: number;
  #conditions = 0;
  #patterns = 0;
  /** The condition whose values go beyond the bound. */
  #beyond: string | undefined;

  constructor(problems: Problems, rootPointer: string, maxPatterns: number) {
    this.#problems = problems;
    this.#rootPointer = rootPointer;
    this.#maxPatterns = maxPatterns;
  }

  /** @returns null for an empty definition, undefined when it is wrong. */
  read(definition: JsonObject): FilterNode | null | undefined {
    const root = Object.hasOwn(definition, 'root') ? definition.root : undefined;
    if (root === null) return null;
    const pointer = this.#rootPointer;
    if (root === undefined)
      return this.#problems.add({
        pointer,
        code: 'missing',
        message: 'is missing; it must be a node, or null for a list without a filter',
      });
    const tree = this.#node(root, pointer, 1);
    return this.#beyond === undefined ? tree : this.#refusePatterns(this.#beyond);
  }

  #refusePatterns(pointer: string): undefined {
    const message =
      `contains, starts_with and ends_with hold ${this.#patterns} values in this definition together; ` +
      `at most ${this.#maxPatterns} are possible. Use equals for texts that are complete, or divide the list`;
    return this.#problems.add({ pointer, code: 'too_many_patterns', message });
  }

  #node(raw: unknown, pointer: string, depth: number): FilterNode | undefined {
    if (depth > MAX_DEPTH) {
      const message = `is nested deeper than ${MAX_DEPTH} levels; flatten the tree`;
      return this.#problems.add({ pointer, code: 'too_deep', message });
    }
    const key = this.#keyOf(raw, pointer);
    if (key === undefined || !isObject(raw)) return undefined;
    const inner = `${pointer}/${key}`;
    if (key === 'condition') return this.#condition(raw.condition, pointer);
    if (key === 'not') {
      const child = this.#node(raw.not, inner, depth + 1);
      return child && { kind: 'not', pointer, child };
    }
    const children = this.#children(raw[key], inner, depth);
    return children && { kind: key, pointer, children };
  }

  /** A node is an object with exactly one key. */
  #keyOf(raw: unknown, pointer: string): NodeKey | undefined {
    const allowed = NODE_KEYS;
    if (!isObject(raw)) {
      const message = 'must be an object with one of the keys and, or, not, condition';
      return this.#problems.add({ pointer, code: 'wrong_type', message, allowed });
    }
    const keys = Object.keys(raw);
    const [key = ''] = keys;
    if (keys.length !== 1) {
      const message = `must have exactly one key, not ${keys.length}`;
      return this.#problems.add({ pointer, code: 'not_one_key', message, allowed });
    }
    const known = NODE_KEYS.find((each) => each === key);
    if (known !== undefined) return known;
    const suggestions = didYouMeanKey(key, NODE_KEYS);
    return this.#problems.add({
      pointer: pointer + step(key),
      code: 'unknown_key',
      message: 'is not known here',
      allowed,
      ...(suggestions.length > 0 ? { did_you_mean: suggestions } : {}),
    });
  }

  #children(raw: unknown, pointer: string, depth: number): FilterNode[] | undefined {
    if (!Array.isArray(raw))
      return this.#problems.add({ pointer, code: 'wrong_type', message: 'must be an array of nodes' });
    if (raw.length === 0)
      return this.#problems.add({ pointer, code: 'empty', message: 'needs at least one node' });
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
      if (this.#patterns > this.#maxPatterns) this.#beyond ??= `${pointer}/condition/values`;
      return readCondition(raw, pointer, this.#problems);
    }
    if (this.#conditions > MAX_CONDITIONS + 1) return undefined;
    return this.#problems.add({
      pointer: this.#rootPointer,
      code: 'too_many_conditions',
      message: `has more than ${MAX_CONDITIONS} conditions; put values together in one condition`,
    });
  }
}
