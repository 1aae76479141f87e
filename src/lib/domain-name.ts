/** The longest domain that is looked up, in characters (spec 4.8, rule 2). */
export const MAX_DOMAIN_LENGTH = 253;

/**
 * Cleans a domain as the spec does (4.8, rules 1 and 2): trimmed, lower-cased, one leading `www.` removed.
 *
 * @returns the cleaned domain, or undefined when it has no dot or is longer than 253 characters.
 */
export function cleanDomain(raw: string): string | undefined {
  const lower = raw.trim().toLowerCase();
  const domain = lower.startsWith('www.') ? lower.slice(4) : lower;
  return domain.includes('.') && domain.length <= MAX_DOMAIN_LENGTH ? domain : undefined;
}

/**
 * Whether PostgreSQL can store a text. It has no NUL, and in UTF-8 there is no half of a surrogate pair: a driver would
 * replace it, and another text would be stored or found.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
