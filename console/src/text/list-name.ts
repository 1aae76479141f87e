export const listNameText = {
  missing: 'Give the list a name.',
  tooLong: (length: number) => `A name has at most 200 characters; this one has ${length}.`,
} as const;
