/** Texts of the bell, which is loaded with every page. */
export const bellText = {
  unseen: (count: string) => `Events: ${count} not seen yet`,
  noneUnseen: 'Events: nothing new',
} as const;
