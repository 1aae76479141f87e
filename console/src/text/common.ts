/** English texts that several screens use. Texts of one screen stand in the file of its feature beside this one. */
export const common = {
  duplicate: 'Duplicate',
  duplicated: (name: string) => `“${name}” is a list of yours now.`,
  openCopy: 'Open the copy',
  product: 'Company data',
  skipToContent: 'Skip to the content',
  nav: { lists: 'Lists', companies: 'Companies', enrich: 'Enrich', activity: 'Activity' },
  mainNavigation: 'Main',
  search: 'Search',
  clearSearch: 'Clear the search',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  remove: 'Remove',
  undo: 'Undo',
  copy: 'Copy',
  copied: 'Copied',
  copyAs: 'Copy as',
  loading: 'Loading…',
  tryAgain: 'Try again',
  unknown: 'unknown',
  none: 'none',
  showMore: 'Show more',
  showMoreLines: (left: number) => `Show more of ${left} further lines`,
  sameLines: (count: number) => (count === 1 ? 'one equal line' : `${count} equal lines`),
  openAll: 'Open all',
  closeAll: 'Close all',
  showAll: 'Show all',
  showLess: 'Show less',
  requestId: (id: string) => `Request ${id}`,
  retryIn: (seconds: number) => `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  offline:
    'The service cannot be reached. Your work is kept, and the page goes on by itself when the service is back.',
  notFoundTitle: 'Page not found',
  notFound: 'There is no page at this address.',
  toLists: 'Go to the lists',
  crashedTitle: 'This page broke',
  crashed: 'An error in the console stopped this page. Your drafts are kept. Reload the page to go on.',
  reload: 'Reload',
  notLoaded: 'A part of this page could not be loaded. What you did here is kept.',
  loadAgain: 'Load again',
  outdated: 'The service was updated. Reload the page to go on. Drafts are kept.',
  credits: (count: string) => `${count} credits`,
  companies: (count: number, formatted: string) => `${formatted} ${count === 1 ? 'company' : 'companies'}`,
  tiers: { HIGH: 'High', MEDIUM: 'Medium', EXPLORATORY: 'Exploratory' },
  accessLevels: { OWNER: 'Owner', EDITOR: 'Editor', VIEWER: 'Viewer' },
  accessMeaning: {
    OWNER: 'You can also share, transfer and delete this list.',
    EDITOR: 'You can change the name, the filter and the domains.',
    VIEWER: 'You can read and export this list, but not change it.',
  },
  tierMeaning: {
    HIGH: 'Everything that it needs was seen in the 90 days before the newest observation of the catalogue.',
    MEDIUM:
      'Everything that it needs was seen in the 365 days before the newest observation of the catalogue.',
    EXPLORATORY: 'Everything that it needs was seen at some time.',
  },
  listName: {
    label: 'Name',
    missing: 'Give the list a name.',
    tooLong: (length: number) => `A name has at most 200 characters; this one has ${length}.`,
  },
  /** Domains that a list has or lacks whatever its filter says. */
  byHand: (excluded: string | undefined, added: string | undefined) =>
    [excluded && `${excluded} excluded by hand`, added && `${added} added by hand`]
      .filter((part) => part !== undefined)
      .join(', '),
  values: {
    more: (count: string) => `Show ${count} more`,
    fewer: 'Show fewer',
    /** Companies without a value, of which each has one at most, and of which each can have several. */
    unknown: 'unknown',
    none: 'none',
  },
  longText: {
    counter: (length: string, limit: string) => `${length} of ${limit} characters`,
    tooLong: (over: number, formatted: string) =>
      `Shorten the text by ${formatted} ${over === 1 ? 'character' : 'characters'}.`,
  },
  pager: {
    pagesOf: (label: string) => `Pages: ${label}`,
    range: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
    page: (page: string) => `Page ${page}`,
    controls: { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' },
  },
} as const;
