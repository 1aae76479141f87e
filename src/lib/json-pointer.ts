/** Returns one reference token of a JSON Pointer (RFC 6901) with its leading slash; `~` and `/` are escaped. */
export function pointerStep(key: PropertyKey): string {
  return `/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}
