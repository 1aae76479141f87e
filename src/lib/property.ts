export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns a property of an object; undefined for anything else. It needs no class: an error may come from another realm. */
export function propertyOf(value: unknown, key: string): unknown {
  return isObject(value) ? Reflect.get(value, key) : undefined;
}

/** Returns a record with a value for each key. */
export function recordOf<Key extends string, Value>(
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
