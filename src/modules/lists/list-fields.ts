import { isStorable } from '../../lib/domain-name.ts';
import { invalidValue } from '../../lib/fault.ts';
import { escapeLike } from '../../lib/like.ts';
import { isWithin, MAX_TAGS, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { storedText, textKey } from '../../lib/text-key.ts';

/** @throws Fault validation_error */
export function checkName(raw: string): string {
  const name = storedText(raw.trim());
  if (isWithin(name, TEXT_LIMITS.listName) && isStorable(name)) return name;
  throw invalidValue('/name', `must be 1 to ${TEXT_LIMITS.listName.maxLength} characters long`);
}

/** Returns the name of a copy, which is cut where it would be too long. */
export function copyName(name: string): string {
  const { maxLength } = TEXT_LIMITS.listName;
  // By code points, as the limit counts.
  return [...`Copy of ${name}`].slice(0, maxLength).join('').trim();
}

/** Returns tags as they are stored: trimmed, and each once, whatever its spelling (`textKey`). @throws Fault validation_error */
export function checkTags(raw: readonly string[]): string[] {
  if (raw.length > MAX_TAGS) throw invalidValue('/tags', `must be at most ${MAX_TAGS} entries`);
  const tags = new Map<string, string>();
  for (const [index, each] of raw.entries()) {
    const tag = checkTag(each, `/tags/${index}`);
    const key = textKey(tag);
    if (!tags.has(key)) tags.set(key, tag);
  }
  return [...tags.values()];
}

/** Returns the pattern of names that contain a text. @throws Fault validation_error */
export function toPattern(search: string): string {
  const text = storedText(search.trim());
  if (!isWithin(text, TEXT_LIMITS.listSearch) || !isStorable(text))
    throw invalidValue('/search', `must be 1 to ${TEXT_LIMITS.listSearch.maxLength} characters of a name`);
  return `%${escapeLike(textKey(text))}%`;
}

/** Returns a tag as it is stored, of a list or sought. @throws Fault validation_error for one that no list can have */
export function checkTag(raw: string, pointer: string): string {
  const tag = storedText(raw.trim());
  if (isWithin(tag, TEXT_LIMITS.listTag) && isStorable(tag)) return tag;
  throw invalidValue(pointer, `must be 1 to ${TEXT_LIMITS.listTag.maxLength} characters long`);
}
