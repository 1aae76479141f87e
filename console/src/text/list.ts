/** Texts around the tabs of one list. */
export const listText = {
  loading: 'List',
  tabs: 'Parts of the list',
  tab: {
    overview: 'Overview',
    members: 'Members',
    changes: 'Changes',
    domains: 'Domains',
    history: 'History',
    sharing: 'Sharing',
    activity: 'Activity',
  },
  editFilter: 'Edit filter',
  noFilter: 'This list has no filter. It holds the companies whose domains were added by hand.',
  unreadable: 'This filter was written in a form that this page cannot show. Its JSON is under “Copy as”.',
  rename: { button: 'Rename', label: 'Name of the list', save: 'Save', saved: 'The list is renamed.' },
  facts: {
    owner: 'Owner',
    access: 'My access',
    version: 'Filter',
    versionNumber: (version: string) => `version ${version}`,
    members: 'Members',
    byHand: 'Beside the filter',
    computed: 'Computed',
    computing: 'Computing the members…',
    asOf: 'Catalogue as of',
    me: 'me',
    usedBy: (count: number, formatted: string) => `Used by ${formatted} ${count === 1 ? 'list' : 'lists'}`,
    more: (count: string) => `and ${count} more`,
  },
  stale: 'The catalogue has changed since the members were computed.',
  refresh: 'Refresh',
  refreshed: (before: string, now: string) =>
    `The members are up to date: ${now} companies, before ${before}.`,
  copy: {
    definition: 'Filter as JSON',
    curl: 'curl: this list',
    graphql: 'GraphQL: this list',
  },
  live: {
    label: 'Changes by others',
    DEFINITION: (who: string, version: number | undefined) =>
      version === undefined
        ? `${who} changed the filter.`
        : `${who} changed the filter to version ${version}.`,
    MEMBERS: (who: string) => `${who} added or excluded domains.`,
    NAME: (who: string, name: string) => `${who} renamed the list to “${name}”.`,
    TAGS: (who: string) => `${who} changed the tags of the list.`,
    SHARING: (who: string) => `${who} changed who can see the list.`,
    somebody: 'Somebody',
    dismiss: 'Dismiss this note',
  },
  gone: {
    title: 'This list is no longer open to you',
    body: 'It was deleted just now, or its owner stopped sharing it with you. Exports that you downloaded stay with you.',
  },
  notFound: {
    title: 'List not found',
    body: 'This list does not exist, was deleted, or is not shared with you. Ask the person who sent you the link to share it with you.',
  },
  toLists: 'Go to my lists',
} as const;
