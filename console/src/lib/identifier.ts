/**
 * Returns the domain or slug in a pasted text, such as an address of a website or of e-mail.
 *
 * @returns undefined for an empty text.
 */
export function identifierOf(text: string): string | undefined {
  const host = text
    .trim()
    .replace(/^(?:mailto:|[a-z][a-z0-9+.-]*:\/\/)/i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/, '')
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
    .replace(/^www\.(?=.*\.)/i, '');
  return host === '' ? undefined : host.toLowerCase();
}
