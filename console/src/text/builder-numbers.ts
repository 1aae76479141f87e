/** Texts of the numbers beside a filter that changes. */
export const numbersText = {
  summary: 'Result',
  total: (count: number) => (count === 1 ? 'company' : 'companies'),
  nothingYet: 'Add a condition to see how many companies match.',
  showAll: 'Show the first matches',
  showTier: (tier: string) => `Show the matches of the tier ${tier}`,
  updating: 'Counting…',
  totalNow: (count: string) => `${count} companies match.`,
  stale: 'These numbers are of an earlier state of the filter.',
  difference: (base: string) => `compared with ${base}`,
  enter: (count: string) => `${count} would enter`,
  leave: (count: string) => `${count} would leave`,
  same: (base: string) => `The same companies as ${base}.`,
  byHand: 'The members of the list can differ from these matches:',
  comparing: (base: string) => `Comparing with ${base}…`,
  savedVersion: 'the saved version',
  waiting: {
    busy: (seconds: number) =>
      `The service is busy. The numbers follow by themselves in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    busySoon: 'The service is busy. The numbers follow by themselves in a moment.',
    unreachable: 'The service cannot be reached. The numbers follow by themselves when it is back.',
  },
  failed: 'The numbers could not be loaded',
  faults: (count: number) =>
    count === 1
      ? 'The filter has a fault. The numbers are those from before it.'
      : `The filter has ${count} faults. The numbers are those from before them.`,
  faultsAlone: (count: number) =>
    count === 1 ? 'The filter has a fault.' : `The filter has ${count} faults.`,
  first: {
    title: 'Start with one condition',
    empty:
      'Add what the companies have in common, such as a country or a technology. You see the number at once.',
    unbounded:
      'This filter only says which companies to leave out. Add a condition that says which to find, such as a country or a technology.',
    examples: 'Or load an example:',
    load: (label: string, value: string) => `${label}: ${value}`,
  },
  breakdown: {
    title: 'Break down by',
    add: 'Add a breakdown',
    field: (place: number) => `Field of breakdown ${place}`,
    close: (field: string) => `Remove the breakdown by ${field}`,
    list: (field: string) => `Matches by ${field}`,
    is: (field: string) => `${field} is`,
    addThis: 'add this condition',
    isNot: (field: string, value: string) => `${field} is not ${value}: add this condition`,
    not: 'not',
    map: 'Map',
    hint: 'Click a bar to add the condition. Hold Alt to exclude the value.',
    none: 'No match has a value here.',
    locked: 'Partners of fewer than 20 companies are locked.',
    lockedWhy:
      'A breakdown of so few companies would tell their partners, which cost credits. Unlock the companies on the page Enrich, or widen the filter to 20 matches or more.',
    toEnrich: 'Unlock partners',
  },
  histogram: {
    atLeast: (value: string) => `${value} and more`,
    atMost: (value: string) => `up to ${value}`,
    bar: (field: string, label: string, count: string) => `${field} ${label}: ${count}: add this condition`,
    add: 'add',
    frequent: (count: string) => `Of the ${count} most frequent numbers.`,
  },
  sample: {
    title: (count: number) => (count < 25 ? 'Matches' : 'First 25 matches'),
    caption: 'First matches, by tier',
    columns: { name: 'Name', domain: 'Domain', tier: 'Tier' },
    open: (name: string) => `${name}: show details`,
    none: 'No company matches.',
    noneOfTier: (tier: string) =>
      `None of the first 25 matches is in the tier ${tier}. They are ordered by tier.`,
    all: 'All tiers',
    only: (tier: string) => `Only ${tier}`,
  },
  nodeCompanies: {
    title: 'Companies of this number',
    back: 'Back to the companies',
    facts: (facts: readonly string[]) => facts.join(' · '),
    count: (count: number, shown: string) =>
      count <= 25
        ? `${shown} ${count === 1 ? 'company' : 'companies'}`
        : `The first 25 of ${shown} companies`,
  },
  company: {
    title: 'Company',
    open: 'Open the company’s page',
    why: 'Conditions of the filter',
  },
  node: {
    alone: 'alone',
    remain: (count: number) => (count === 1 ? 'remains' : 'remain'),
    match: (count: number) => (count === 1 ? 'matches' : 'match'),
    all: (count: number) => (count === 1 ? 'company' : 'companies'),
    show: (number: string) => `${number}: show them`,
    kills: (count: number, shown: string) =>
      count === 1 ? 'This rules out the last company.' : `This rules out the last ${shown} companies.`,
    killsAlone: 'No company matches this.',
  },
} as const;
