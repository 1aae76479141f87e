/**
 * Returns a schema with every object closed: clients must ignore fields that they do not know, and a test must not. Objects
 * without properties stay open, as they hold anything.
 */
export function closed<T>(part: T): T {
  if (Array.isArray(part)) return part.map(closed) as T;
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  return (copy.type === 'object' && copy.properties ? { ...copy, additionalProperties: false } : copy) as T;
}
