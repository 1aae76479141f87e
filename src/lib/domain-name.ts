/** Maximum length of a domain, in characters (spec 4.8, rule 2). */
export const MAX_DOMAIN_LENGTH = 253;

/**
 * Normalizes a domain (spec 4.8, rules 1 and 2): trims it, lower-cases it, and removes one leading `www.`.
 *
 * @returns the normalized domain, or undefined when it has no dot or is longer than 253 characters.
 */
export function cleanDomain(raw: string): string | undefined {
  const lower = raw.trim().toLowerCase();
  const domain = lower.startsWith('www.') ? lower.slice(4) : lower;
  return domain.includes('.') && domain.length <= MAX_DOMAIN_LENGTH ? domain : undefined;
}

/**
 * Returns whether PostgreSQL can store a text unchanged. It refuses NUL. UTF-8 cannot encode half a surrogate pair: the
 * driver would replace it, and a different text would be stored or found.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
