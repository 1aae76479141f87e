/** Texts about the watching of a list. */
export const watchText = {
  off: 'Watch',
  on: 'Watched',
  dialog: 'Watch this list',
  explain:
    'The service evaluates a watched list by itself, after each import and each change of it. The bell at the top then says which companies entered, left or changed tier.',
  who: 'It is free, and holds for everybody who can see the list.',
  watch: 'Watch the list',
  unwatch: 'Stop watching',
  watched: 'The list is watched. The bell tells what changes from now on.',
  unwatched: 'The list is no longer watched.',
  quota: (limit: string) =>
    `Your organization watches ${limit} lists, as many as it may. Stop watching another list first, or ask your operator for more.`,
  toLimits: 'See the limits',
  fact: 'Watched',
  yes: 'yes, the bell tells what changes',
  no: 'no',
} as const;
