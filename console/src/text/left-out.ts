/** Texts about words of a sentence that are no part of its filter. */
export const leftOutText = {
  title: 'Not understood, and no part of the filter',
  accept: (words: readonly string[]) => `Save without: ${words.map((each) => `“${each}”`).join(', ')}`,
} as const;
