/** Texts of the page of all lists. */
export const listsText = {
  title: 'Lists',
  newList: 'New list',
  newDomains: 'List of domains',
  search: 'Search lists by name',
  order: 'Order',
  orders: { UPDATED_AT: 'Recently updated', NAME: 'Name', CREATED_AT: 'Recently created' },
  table: 'Lists that you can see',
  columns: {
    name: 'Name',
    members: 'Members',
    access: 'My access',
    owner: 'Owner',
    updated: 'Updated',
    menu: 'Actions',
  },
  notComputed: 'not computed yet',
  me: 'me',
  count: (shown: string, total: string) => `${shown} of ${total} lists`,
  none: {
    title: 'No lists yet',
    body: 'A list is a saved filter: software companies in Germany, for example. “Refresh” finds its members in the catalogue of that moment. Press “New list” to build one, or begin with an example.',
    examples: 'Examples to begin with',
    use: 'Open in the builder',
  },
  noMatch: {
    title: 'No list has this name',
    body: (search: string) => `No list that you can see has “${search}” in its name.`,
    clear: 'Show all lists',
  },
  drafts: {
    title: 'Drafts',
    unnamed: 'A draft without a name',
    ofNew: 'New list',
    ofList: 'Changes of a list',
    all: (count: string) => `Show all ${count} drafts`,
    discard: (name: string) => `Discard the draft: ${name}`,
    discarded: 'The draft is discarded.',
  },
  noneLeft: { title: 'No list fits', body: 'None of the lists that you can see meets all of these filters.' },
  filters: {
    owner: 'Whose lists',
    all: 'All',
    mine: 'Mine',
    shared: 'Shared with me',
    favourites: 'Favourites',
    tag: (tag: string) => `Tag: ${tag}`,
    removeTag: (tag: string) => `Tag: ${tag}. Show all tags`,
  },
  favourite: (name: string) => `Favourite: ${name}`,
  tags: {
    title: (name: string) => `Tags of ${name}`,
    label: 'Tags',
    description: 'Everybody who can see the list sees them. Press Enter after each.',
    long: (tag: string, most: number) => `“${tag.slice(0, 20)}…” has more than ${most} characters.`,
    submit: 'Save tags',
    show: (tag: string) => `Lists tagged ${tag}`,
  },
  menu: {
    label: (name: string) => `Actions for ${name}`,
    edit: 'Edit filter',
    rename: 'Rename…',
    tags: 'Edit tags…',
    leave: 'Leave…',
    remove: 'Delete',
  },
  create: {
    title: 'New list of domains',
    body: 'This list has no filter. It holds the companies whose domains you add, and you can give it a filter later.',
    submit: 'Create',
  },
  rename: { title: 'Rename list', submit: 'Rename' },
  remove: {
    title: 'Delete this list?',
    body: (name: string) =>
      `“${name}” is deleted for everybody who can see it. You can undo this for 10 seconds. It takes with it:`,
    versions: (count: number, formatted: string) =>
      `${formatted} ${count === 1 ? 'version' : 'versions'} of the filter`,
    added: (count: number, formatted: string) =>
      `${formatted} ${count === 1 ? 'domain' : 'domains'} added by hand`,
    excluded: (count: number, formatted: string) =>
      `${formatted} excluded ${count === 1 ? 'domain' : 'domains'}`,
    shared: (count: number, formatted: string) =>
      count === 0 ? 'your own access' : `the access of everybody it is shared with (${formatted})`,
    watched: 'its watch, which tells of companies that enter and leave',
    exports: 'exports that were paid for and could still be downloaded',
    usedBy: (names: readonly string[], unnamed: number, formatted: string) =>
      `It is used in the filters of ${names.map((name) => `“${name}”`).join(', ')}${unnamed > 0 ? ` and ${formatted} more` : ''}. There it matches no company from then on.`,
    submit: 'Delete the list',
    done: (name: string) => `“${name}” is deleted.`,
    failed: (name: string, reason: string) => `“${name}” is not deleted: ${reason}`,
    tooLate: (name: string) => `“${name}” cannot be restored any more.`,
  },
  leave: {
    title: 'Leave this list?',
    body: (name: string, owner: string) =>
      `You give up your access to “${name}”. The list stays as it is. To see it again, ask ${owner} to share it.`,
    submit: 'Leave the list',
    done: (name: string) => `You have left “${name}”.`,
    shared: 'You keep the access that the whole organization has.',
    none: 'You have no access of your own that you could give up: the list is shared with the whole organization.',
  },
} as const;
