/** Returns a property of an object; undefined for anything else. It needs no class: an error may come from another realm. */
export function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Returns a property that is a string. */
export function textIn(value: unknown, key: string): string | undefined {
  const text = propertyOf(value, key);
  return typeof text === 'string' ? text : undefined;
}
