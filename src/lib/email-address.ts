import { isStorable } from './domain-name.ts';
import { isWithin, TEXT_LIMITS } from './request-limits.ts';

/** One @ between two texts without blanks, and without the characters that make a list or a name of an address. */
const ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u;

/** Returns an e-mail address as users have it, in lower case; undefined for a text that is none. */
export function toEmailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  const isAddress = ADDRESS.test(address) && isWithin(address, TEXT_LIMITS.email) && isStorable(address);
  return isAddress ? address : undefined;
}
