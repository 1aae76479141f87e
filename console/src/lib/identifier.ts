/** Replaces full stops of other scripts, which are dots of domains, by ASCII dots. */
export function withPlainDots(text: string): string {
  return text.replace(/[\u3002\uff0e\uff61]/g, '.');
}

/**
 * Returns the domain or slug in a pasted text, such as an address of a website or of e-mail.
 *
 * @returns undefined for an empty text.
 */
export function identifierOf(text: string): string | undefined {
  const host = withPlainDots(text)
    .trim()
    .replace(/^(?:mailto:|[a-z][a-z0-9+.-]*:\/\/)/i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/, '')
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
    .replace(/^www\.(?=.*\.)/i, '');
  return host === '' ? undefined : host.toLowerCase();
}
