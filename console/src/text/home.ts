/** Texts of the home page. */
export const homeText = {
  title: 'Find companies',
  input: 'Describe the companies you look for',
  placeholder: 'software companies in germany using kubernetes',
  hint: 'Enter saves the filter as a list. The arrow down leads to words that need a choice.',
  inCatalogue: (count: number, day: string | undefined) =>
    `${count === 1 ? 'company' : 'companies'} in the catalogue${day === undefined ? '' : `, as of ${day}`}`,
  matches: (count: number) => (count === 1 ? 'company matches' : 'companies match'),
  status: (count: number, formatted: string) =>
    `${formatted} ${count === 1 ? 'company matches' : 'companies match'}.`,
  unfinished: (count: number) =>
    count === 1 ? '1 part is not understood yet.' : `${count} parts are not understood yet.`,
  unbounded: 'Say also what the companies are. So far, the words only leave companies out.',
  save: 'Save as list',
  build: 'Open in builder',
  chips: {
    label: 'What was understood',
    or: 'or',
    remove: (words: string) => `Remove ${words}`,
    choose: (words: string) => `Choose what “${words}” means`,
    unknown: (words: string) => `“${words}” is not understood`,
    which: 'What does it mean?',
    suggestions: 'Did you mean',
    didYouMean: (meaning: string) => `Did you mean: ${meaning}?`,
    alike: 'Filters cannot compare companies. Say what they have in common.',
    /** Bands of which a number asks for a part. */
    cut: (bands: readonly string[], values: readonly unknown[]) =>
      bands
        .map((band) => (values.includes(band) ? `includes all of ${band}` : `leaves out ${band}`))
        .join(', '),
    nothing: 'Nothing in the catalogue has this name.',
    names: (words: string) => `Search names for “${words}”`,
    drop: 'Remove these words',
  },
  funnel: { label: 'What remains after each condition', all: 'all companies' },
  rows: {
    title: 'First matches',
    none: 'No company matches all of it. Remove a condition.',
    more: (shown: string, total: string) => `${shown} of ${total}`,
  },
  breakdown: {
    title: (field: string) => `By ${field.toLowerCase()}`,
    add: 'add to the question',
  },
  dialog: {
    title: 'Save as list',
    submit: 'Save',
    matches: 'It has the companies that match now and later:',
  },
  examples: {
    title: 'Examples from this catalogue',
    kind: (industry: string, country: string) => `${industry} companies in ${country}`,
    stack: (technology: string, band: string) => `using ${technology}, ${band} employees`,
    partner: (partner: string) => `partner of ${partner}`,
  },
  lists: {
    title: 'My lists',
    all: 'All lists',
    none: 'No lists yet. Describe companies above, and save them as a list.',
    byHand: 'Domains that were added by hand',
    companies: (count: number) => (count === 1 ? 'company' : 'companies'),
    notComputed: 'not computed yet',
    watched: 'watched',
    owner: (name: string) => `of ${name}`,
    updated: 'updated',
    history: {
      moves: (entered: string, left: string, day: string) =>
        `${entered} entered and ${left} left since ${day}`,
      same: (day: string) => `The same companies since ${day}`,
      unchanged: 'unchanged',
    },
  },
  recent: 'Recent companies',
} as const;
