import { domainToASCII } from 'node:url';

const MAX_SLUG_LENGTH = 80;
const GIVEN = /^[\p{L}\p{N}_~-]+$/u;

/** Latin letters and digits of `text` in lower case, words joined by hyphens; empty when it has none. */
function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/['\u2019\p{M}]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '');
}

/**
 * The slug that a company would have if nobody else wanted it: its name, or for a name without Latin letters or
 * digits the first label of its domain. Holds no dot (contract, section 3).
 */
export function deriveSlug(name: string, primaryDomain: string): string {
  const label = primaryDomain.slice(0, primaryDomain.indexOf('.'));
  return slugify(name) || slugify(label) || slugify(domainToASCII(label)) || 'company';
}

/** @returns a slug that a source gives, in lower case; undefined when it holds anything but letters, digits, `-`, `_`, `~`. */
export function parseSlug(text: string): string | undefined {
  const slug = text.trim().normalize('NFC').toLowerCase();
  return GIVEN.test(slug) && slug.length <= MAX_SLUG_LENGTH ? slug : undefined;
}
