/** Returns a number of an event's data; undefined if it has none of that name. */
export function numberIn(data: unknown, key: string): number | undefined {
  const value = valueIn(data, key);
  return typeof value === 'number' ? value : undefined;
}

/** Returns a text of an event's data; undefined if it has none of that name. */
export function textIn(data: unknown, key: string): string | undefined {
  const value = valueIn(data, key);
  return typeof value === 'string' ? value : undefined;
}

export function valueIn(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined;
}

/** Returns the id of the person who made the change; undefined for what the service did. */
export const actorOf = (data: unknown): number | undefined => numberIn(data, 'actor_id');
