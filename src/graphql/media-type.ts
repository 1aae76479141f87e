/** Media types of a response of GraphQL over HTTP. */
export type MediaType = 'application/json' | 'application/graphql-response+json';

/** Both, that of older clients first: it is sent to clients that accept either alike. */
const TYPES: readonly MediaType[] = ['application/json', 'application/graphql-response+json'];

/**
 * Returns the media type of a response: the one that the client prefers, by its weight and then by its place. A range that
 * names a type counts more than one that includes it (RFC 9110, section 12.5.1).
 *
 * @param accept header of the request; if absent, anything is accepted.
 * @returns undefined for a client that accepts neither type, such as one that reads events only.
 */
export function acceptedMediaType(accept = '*/*'): MediaType | undefined {
  if (accept === '*/*') return TYPES[0];
  const alone = TYPES.find((type) => type === accept);
  if (alone) return alone;
  const ranges = accept.replace(/\s/g, '').toLowerCase().split(',').flatMap(readRange);
  const choices = TYPES.flatMap((type) => {
    const names = [type, 'application/*', '*/*'];
    const place = names.map((name) => ranges.findIndex((each) => each.name === name)).find((at) => at >= 0);
    const weight = place === undefined ? 0 : (ranges[place]?.weight ?? 0);
    return weight > 0 ? [{ type, weight, place: place ?? 0 }] : [];
  });
  return choices.sort((a, b) => b.weight - a.weight || a.place - b.place)[0]?.type;
}

/** Reads a range such as `application/json;q=0.9`. @returns nothing for a charset that is not UTF-8 */
function readRange(range: string): { name: string; weight: number }[] {
  const [name = '', ...parameters] = range.split(';');
  const { charset = 'utf-8', q = 1 } = Object.fromEntries(parameters.map((each) => each.split('=')));
  return charset === 'utf-8' ? [{ name, weight: Number(q) }] : [];
}

/** Media types of streams and of answers in parts, which Yoga chooses. */
const IN_PARTS: readonly string[] = ['text/event-stream', 'text/*', 'multipart/mixed', 'multipart/*'];

/** Returns whether a client accepts any media type that a response of GraphQL over HTTP can have. */
export function acceptsResponse(accept?: string): boolean {
  if (acceptedMediaType(accept)) return true;
  const ranges = (accept ?? '').toLowerCase().split(',');
  return ranges.some((range) => IN_PARTS.includes(range.split(';', 1)[0]?.trim() ?? ''));
}
