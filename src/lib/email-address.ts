import { isStorable } from './domain-name.ts';
import { isWithin, TEXT_LIMITS } from './request-limits.ts';

/** One @ between two texts without blanks, and without the characters that make a list or a name of an address. */
const ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u;

/**
 * Returns an e-mail address as it is compared everywhere: without blanks around it, and A to Z in lower case. Unicode has
 * further letters whose lower case is an ASCII letter, such as the KELVIN SIGN. Folded, they would make the address of
 * another person.
 */
export function foldAddress(text: string): string {
  return text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Returns an e-mail address as users have it; undefined for a text that is none. */
export function toEmailAddress(text: string): string | undefined {
  const address = foldAddress(text);
  const isAddress = ADDRESS.test(address) && isWithin(address, TEXT_LIMITS.email) && isStorable(address);
  return isAddress ? address : undefined;
}
