import { isStorable } from '../../lib/domain-name.ts';
import { invalidValue } from '../../lib/fault.ts';
import { isWithin, TEXT_LIMITS } from '../../lib/request-limits.ts';

/**
 * Trims the description or the note of a flag.
 *
 * @param pointer names the field of the input.
 * @returns null for a text that is blank or was left out.
 * @throws Fault validation_error
 */
export function cleanText(text: string | null | undefined, pointer: string): string | null {
  const clean = text?.trim();
  if (!clean) return null;
  if (!isWithin(clean, TEXT_LIMITS.flagText)) {
    const { maxLength } = TEXT_LIMITS.flagText;
    throw invalidValue(pointer, `must be at most ${maxLength} characters; ${[...clean].length} were sent`);
  }
  if (!isStorable(clean)) throw invalidValue(pointer, 'must not contain U+0000 or half of a surrogate pair');
  return clean;
}
