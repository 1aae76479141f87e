/** Media types of a response of GraphQL over HTTP. */
export type MediaType = 'application/json' | 'application/graphql-response+json';

/** Media types by what clients may list in `Accept`. */
const CHOICES: ReadonlyMap<string, MediaType> = new Map([
  ['application/graphql-response+json', 'application/graphql-response+json'],
  ['application/json', 'application/json'],
  ['application/*', 'application/json'],
  ['*/*', 'application/json'],
]);

/**
 * Returns the media type of a response: the one that the client prefers, by its weight and then by its place.
 *
 * @param accept header of the request; if absent, anything is accepted.
 * @returns undefined for a client that accepts neither type, such as one that reads events only.
 */
export function acceptedMediaType(accept = '*/*'): MediaType | undefined {
  const known = CHOICES.get(accept);
  if (known) return known;
  let best: { type: MediaType | undefined; weight: number } = { type: undefined, weight: 0 };
  for (const range of accept.replace(/\s/g, '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';');
    const { charset = 'utf-8', q = 1 } = Object.fromEntries(parameters.map((each) => each.split('=')));
    const type = CHOICES.get(name);
    if (type && charset === 'utf-8' && Number(q) > best.weight) best = { type, weight: Number(q) };
  }
  return best.type;
}

/** Media types of streams and of answers in parts, which Yoga chooses. */
const IN_PARTS: readonly string[] = ['text/event-stream', 'text/*', 'multipart/mixed', 'multipart/*'];

/** Returns whether a client accepts any media type that a response of GraphQL over HTTP can have. */
export function acceptsResponse(accept?: string): boolean {
  if (acceptedMediaType(accept)) return true;
  const ranges = (accept ?? '').toLowerCase().split(',');
  return ranges.some((range) => IN_PARTS.includes(range.split(';', 1)[0]?.trim() ?? ''));
}
