/** Texts of the overview of a list. */
export const overviewText = {
  asOf: (day: string) => `Counted in the catalogue as of ${day}, its newest observation.`,
  once: 'The members were computed once so far. From the second time on, this is a line over time.',
  tiers: 'Tiers',
  fields: {
    country: 'Countries',
    employee_range: 'Employees',
    industry: 'Industries',
    technology: 'Technologies',
  },
  none: 'Not known of any member.',
  find: 'find them in the list builder',
  open: (label: string, count: string) => `${label}: find these ${count} in the list builder`,
  typical: 'Typical for this list',
  typicalHint: 'How much more frequent a value is among the members than in the whole catalogue.',
  tooFewMembers: (count: string) => `What is typical is said of lists with at least ${count} members.`,
  notTypical: 'No value is clearly more frequent here than in the catalogue.',
  columns: { value: 'Value', inList: 'Of the members', inCatalogue: 'Of the catalogue', ratio: 'Times' },
  field: {
    country: 'Country',
    employee_range: 'Employees',
    industry: 'Industry',
    technology: 'Technology',
  },
  times: (ratio: string) => `${ratio} ×`,
} as const;

/** Texts of the technologies that members have together. */
export const pairsText = {
  title: 'Technologies that occur together',
  table: 'Of the members with the technology of a row, the share that also has the one of a column.',
  marked:
    'Marked is what stands out: “2 ×” means twice as often as if the two had nothing to do with each other.',
  none: 'No pair stands out: each is about as frequent as by chance, or as the other pairs.',
  row: 'Members with',
  ofAll: (share: string) => `${share} of all`,
  times: (ratio: string) => `${ratio} ×`,
  cell: (share: string, times: string | undefined, row: string, column: string, both: string) =>
    `${share}${times === undefined ? '' : ` ${times}`}: ${row} and ${column}, ${both} members: find them in the list builder`,
  both: (both: string, share: string, first: string) => `${both} members, ${share} of those with ${first}.`,
  kind: {
    together: (ratio: string) => `${ratio} × as often as by chance.`,
    apart: (ratio: string) => `Only ${ratio} × as often as by chance.`,
  },
  tooFew: (count: string) =>
    `Pairs need at least two technologies that ${count} members have, and others lack.`,
} as const;
