/** Texts for companies that are selected in a table. */
export const selectionText = {
  bar: 'Selected companies',
  selected: (formatted: string) => `${formatted} selected`,
  select: (name: string) => `Select ${name}`,
  selectAll: (count: number, formatted: string) =>
    count === 1 ? 'Select the loaded row' : `Select all ${formatted} loaded rows`,
  everything: (formatted: string) => `Select all ${formatted}`,
  details: (name: string) => `${name}: open details`,
  actions: 'Actions',
  actionsOf: (name: string) => `Actions for ${name}`,
  clear: 'Clear the selection',
  add: 'Add to list',
  enrich: 'Enrich',
  download: 'Download rows',
  downloadHint: 'The rows as this table shows them, as CSV. Free: it holds no partners.',
  copyDomains: 'Copy domains',
  copied: (count: number, formatted: string) => `${formatted} ${count === 1 ? 'domain' : 'domains'} copied.`,
  jobBegan: (count: number, formatted: string) =>
    `A job for ${formatted} ${count === 1 ? 'company' : 'companies'} has begun. It goes on when you leave the page.`,
  openJob: 'Open the job',
  picker: {
    title: (count: number, formatted: string) =>
      `Add ${formatted} ${count === 1 ? 'company' : 'companies'} to a list`,
    search: 'Find a list, or name a new one',
    lists: 'Lists that you can change',
    by: (name: string) => `by ${name}`,
    none: 'You can change no list of this name.',
    noLists: 'You cannot edit any other list yet.',
    more: 'These were changed last. Type a part of a name to find others.',
    create: 'New list',
    createNamed: (name: string) => `New list “${name}”`,
    added: (count: number, formatted: string, list: string) =>
      `${formatted} ${count === 1 ? 'company' : 'companies'} added to “${list}”.`,
    present: (list: string) => `Everything is already in “${list}”.`,
    open: 'Open the list',
  },
} as const;
