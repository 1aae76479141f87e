/** An object as JSON.parse returns it: any keys, values not yet checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns a property of an object; undefined for anything else. It needs no class: an error may come from another realm. */
export function propertyOf(value: unknown, key: string): unknown {
  return isObject(value) ? Reflect.get(value, key) : undefined;
}

/** Returns a record with a value for each key. */
export function recordOf<Key extends string | number, Value>(
  keys: readonly Key[],
  valueFor: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<Key, Value>;
}

/** Returns a property that is a string. */
export function textIn(value: unknown, key: string): string | undefined {
  const text = propertyOf(value, key);
  return typeof text === 'string' ? text : undefined;
}

/** Returns one reference token of a JSON Pointer (RFC 6901) with its leading slash; `~` and `/` are escaped. */
export function pointerStep(key: PropertyKey): string {
  return `/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}

/** Levels of what is written as JSON, which is done recursively: more than any definition, input or row of a file has. */
export const MAX_JSON_DEPTH = 100;

/** Returns whether arrays and objects are nested more than `limit` levels deep. Does not recurse, to spare the stack. */
export function isNestedBeyond(value: unknown, limit: number): boolean {
  let level: object[] = isObject(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === limit) return true;
    level = level.flatMap((each) => Object.values(each).filter(isObject));
  }
  return false;
}
