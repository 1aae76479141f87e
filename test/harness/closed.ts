/**
 * Returns a schema with every object and every enum closed: clients must ignore fields and values that they do not know,
 * and a test must not. Objects without properties stay open, as they hold anything.
 */
export function closed<T>(part: T): T {
  if (Array.isArray(part)) return part.map(closed) as T;
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  if (copy['x-extensible-enum']) copy.enum = copy['x-extensible-enum'];
  return (copy.type === 'object' && copy.properties ? { ...copy, additionalProperties: false } : copy) as T;
}
