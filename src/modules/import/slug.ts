import { domainToUnicode } from 'node:url';
import { storedText } from '../../lib/text-key.ts';

const MAX_SLUG_LENGTH = 80;
const GIVEN = /^[\p{L}\p{N}_~-]+$/u;

/** Latin letters that Unicode does not decompose into a base letter and an accent. */
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

/** Returns the Latin letters and digits of a text in lower case, with hyphens between words; may be empty. */
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
 * Derives a slug from a company's name, or from the first label of its domain when the name has no Latin letters or
 * digits. It has no dot (contract, section 3) and may not be unique.
 */
export function deriveSlug(name: string, primaryDomain: string): string {
  const label = primaryDomain.slice(0, primaryDomain.indexOf('.'));
  return slugify(name) || slugify(toUnicode(label)) || slugify(label) || 'company';
}

/** Decodes a label, because an A-label is hard to read. Others stay: alone, `1` would be an IP address. */
function toUnicode(label: string): string {
  return label.startsWith('xn--') ? domainToUnicode(label) : label;
}

/**
 * Parses a given slug and lower-cases it.
 *
 * @returns undefined when it has characters other than letters, digits, `-`, `_`, `~`, or more than 80.
 */
export function parseSlug(text: string): string | undefined {
  const slug = storedText(text.trim()).toLowerCase();
  return GIVEN.test(slug) && slug.length <= MAX_SLUG_LENGTH ? slug : undefined;
}
