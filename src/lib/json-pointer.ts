/** One step of a JSON pointer (RFC 6901): `~` and `/` inside it are escaped. */
export function pointerStep(key: PropertyKey): string {
  return `/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}
