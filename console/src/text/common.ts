/** English texts that several screens use. Texts of one screen stand where they are used. */
export const common = {
  duplicate: 'Duplicate',
  product: 'Company data',
  nav: { lists: 'Lists', companies: 'Companies', files: 'Files', insight: 'Insight', activity: 'Activity' },
  search: 'Search',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  remove: 'Remove',
  copied: 'Copied',
  loading: 'Loading…',
  unknown: 'unknown',
  none: 'none',
  showMore: 'Show more',
  offline:
    'The service cannot be reached. Your work is kept, and the page goes on by itself when the service is back.',
  reload: 'Reload',
  outdated: 'The service was updated. Reload the page to go on. Drafts are kept.',
  companies: (count: number, formatted: string) => `${formatted} ${count === 1 ? 'company' : 'companies'}`,
  matches: (count: number, formatted: string) =>
    `${formatted} ${count === 1 ? 'company matches' : 'companies match'}`,
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
} as const;
