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
 * Returns the media type of a response: the first that the client accepts. Weights are ignored, as clients list what they
 * prefer first.
 *
 * @param accept header of the request; if absent, anything is accepted.
 * @returns undefined for a client that accepts neither type, such as one that reads events only.
 */
export function acceptedMediaType(accept = '*/*'): MediaType | undefined {
  const known = CHOICES.get(accept);
  if (known) return known;
  for (const range of accept.replace(/\s/g, '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';');
    const charset = parameters.find((each) => each.startsWith('charset='));
    if (charset !== undefined && charset !== 'charset=utf-8') continue;
    const chosen = CHOICES.get(type);
    if (chosen) return chosen;
  }
  return undefined;
}

/** Media types of streams and of answers in parts, which Yoga chooses. */
const IN_PARTS: readonly string[] = ['text/event-stream', 'text/*', 'multipart/mixed', 'multipart/*'];

/** Returns whether a client accepts any media type that a response of GraphQL over HTTP can have. */
export function acceptsResponse(accept?: string): boolean {
  if (acceptedMediaType(accept)) return true;
  const ranges = (accept ?? '').toLowerCase().split(',');
  return ranges.some((range) => IN_PARTS.includes(range.split(';', 1)[0]?.trim() ?? ''));
}
