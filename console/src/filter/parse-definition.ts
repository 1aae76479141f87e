import { filterText } from '../text/filter.ts';
import {
  type Condition,
  type Definition,
  type FilterNode,
  groupOf,
  inOrder,
  MAX_CONDITIONS,
  MAX_DEPTH,
  MAX_VALUES,
  type Value,
  type When,
} from './definition.ts';

/** Result of a parser: the value, or the first thing that is wrong, in words that people can read. */
type Parsed<T> = { ok: true; value: T } | { ok: false; fault: { pointer: string; message: string } };

/** An object as JSON.parse returns it. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

class ShapeError extends Error {
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/**
 * Parses the shape of a definition: keys, types and bounds. Whether fields, operators and values exist is left to the
 * service. The parsed definition is the object that was given.
 *
 * @param draft accepts groups without nodes and conditions without values, which a draft may have.
 */
export function parseDefinition(raw: unknown, { draft = false } = {}): Parsed<Definition> {
  try {
    return { ok: true, value: new ShapeReader(draft).definition(raw) };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    return { ok: false, fault: { pointer: error.pointer, message: error.message } };
  }
}

const text = filterText.shape;

class ShapeReader {
  readonly #minimum: number;
  #conditions = 0;

  constructor(draft: boolean) {
    this.#minimum = draft ? 0 : 1;
  }

  definition(raw: unknown): Definition {
    const object = this.#object(raw, '', ['registry_version', 'root']);
    const { registry_version } = object;
    if (typeof registry_version !== 'string')
      throw new ShapeError('/registry_version', 'registry_version is missing: it must be a string.');
    if (object.root === undefined)
      throw new ShapeError('/root', 'root is missing: it must be a node, or null.');
    const root = object.root === null ? null : this.#node(object.root, '/root', 1);
    // Rebuilt in the order of the keys that were given, so that the text stays as it was.
    return Object.keys(object)[0] === 'root' ? { root, registry_version } : { registry_version, root };
  }

  #node(raw: unknown, pointer: string, depth: number): FilterNode {
    if (depth > MAX_DEPTH)
      throw new ShapeError(pointer, `The filter is nested deeper than ${MAX_DEPTH} levels.`);
    const object = this.#object(raw, pointer, ['and', 'or', 'not', 'condition']);
    const [key, ...others] = Object.keys(object);
    if (key === undefined || others.length > 0)
      throw new ShapeError(pointer, 'A node must have exactly one key: and, or, not, or condition.');
    if (key === 'condition') return { condition: this.#condition(object.condition, `${pointer}/condition`) };
    if (key === 'not') return { not: this.#node(object.not, `${pointer}/not`, depth + 1) };
    const kind = key === 'and' ? 'and' : 'or';
    const inner = `${pointer}/${kind}`;
    const children = this.#array(object[kind], inner);
    return groupOf(
      kind,
      children.map((child, index) => this.#node(child, `${inner}/${index}`, depth + 1)),
    );
  }

  #condition(raw: unknown, pointer: string): Condition {
    this.#conditions += 1;
    if (this.#conditions > MAX_CONDITIONS)
      throw new ShapeError('/root', `The filter has more than ${MAX_CONDITIONS} conditions.`);
    const object = this.#object(raw, pointer, ['field', 'operator', 'values', 'when']);
    const parts: Condition = {
      field: this.#key(object.field, `${pointer}/field`),
      operator: this.#key(object.operator, `${pointer}/operator`),
      values: this.#values(object.values, `${pointer}/values`),
      ...(object.when === undefined ? {} : { when: this.#when(object.when, `${pointer}/when`) }),
    };
    return inOrder(parts, Object.keys(object));
  }

  #values(raw: unknown, pointer: string): Value[] {
    const values = this.#array(raw, pointer);
    if (values.length > MAX_VALUES)
      throw new ShapeError(pointer, `A condition has more than ${MAX_VALUES} values.`);
    return values.map((value, index) => {
      if (typeof value === 'string' || typeof value === 'boolean') return value;
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      throw new ShapeError(`${pointer}/${index}`, 'A value must be a text, a number, or true or false.');
    });
  }

  #when(raw: unknown, pointer: string): When {
    const entries = isJsonObject(raw) ? Object.entries(raw) : [];
    const [[key = '', window] = [], ...others] = entries;
    if (key === '' || others.length > 0)
      throw new ShapeError(pointer, 'when must be an object with one key, such as {"first_seen": "90d"}.');
    return { [key]: this.#key(window, `${pointer}/${key}`) };
  }

  #array(raw: unknown, pointer: string): readonly unknown[] {
    if (!Array.isArray(raw)) throw new ShapeError(pointer, 'This must be a list, in square brackets.');
    if (raw.length < this.#minimum) throw new ShapeError(pointer, 'This list must not be empty.');
    return raw;
  }

  #key(raw: unknown, pointer: string): string {
    if (typeof raw !== 'string' || raw === '') throw new ShapeError(pointer, 'This must be a text.');
    return raw;
  }

  #object(raw: unknown, pointer: string, allowed: readonly string[]): JsonObject {
    if (!isJsonObject(raw)) throw new ShapeError(pointer, text.object(allowed));
    const unknown = Object.keys(raw).find((key) => !allowed.includes(key));
    if (unknown !== undefined) throw new ShapeError(pointer, text.unknownKey(unknown, allowed));
    return raw;
  }
}
