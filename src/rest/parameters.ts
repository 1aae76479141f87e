import { z } from 'zod';

/** A comma-separated list of known words; absent or empty means none, an unknown word is refused by name. */
export function includeList<const Word extends string>(words: readonly Word[]) {
  return z
    .string('must be given once')
    .default('')
    .transform((text, context): Set<Word> => {
      const given = text === '' ? [] : text.split(',').map((part) => part.trim());
      const unknown = given.filter((part) => !words.some((word) => word === part));
      if (unknown.length > 0) {
        const message = `"${unknown.join(', ')}" is not known here; use ${words.join(', ')}`;
        context.addIssue({ code: 'custom', message });
      }
      return new Set(words.filter((word) => given.includes(word)));
    });
}
