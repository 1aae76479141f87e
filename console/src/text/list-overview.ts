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
