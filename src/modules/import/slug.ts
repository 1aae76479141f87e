import { domainToASCII } from 'node:url';

const MAX_SLUG_LENGTH = 80;
const GIVEN = /^[\p{L}\p{N}_~-]+$/u;

/** Latin letters that Unicode does not take apart into a plain one and an accent. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/** Latin letters and digits of `text` in lower case, words joined by hyphens; empty when it has none. */
function slugify(text: string): string {
  return toAscii(text.toLowerCase())
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '');
}

function toAscii(text: string): string {
  const bare = text.replace(/['\u2019]/g, '');
  if (/^[ -~]*$/.test(bare)) return bare;
  return bare
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-~]/g, (letter) => PLAIN[letter] ?? letter);
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
