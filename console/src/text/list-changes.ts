import type { MemberTier } from '../generated/graphql.ts';

export const changesText = {
  none: 'The members were not computed yet',
  noneHint: 'Compute them once. From then on, this page shows which companies come and go.',
  first: 'The members were computed once so far',
  firstHint:
    'A comparison needs an earlier computation. Members are computed again when the filter or the domains change, or on demand after an import.',
  compute: 'Compute the members',
  computeAgain: 'Compute again',
  computed: (count: string) => `Computed: ${count} members.`,
  stale:
    'The catalogue has changed since the members were computed. This page still compares the old members.',
  since: 'Compare the members now with those of',
  option: (ago: string, moment: string, version: number, total: string) =>
    `${ago} (${moment}), version ${version}: ${total}`,
  earlier: 'Then',
  now: 'Now',
  computedAt: 'computed',
  version: (version: number) => `version ${version} of the filter`,
  kinds: {
    entered: (count: string) => `Entered ${count}`,
    left: (count: string) => `Left ${count}`,
    tierChanged: (count: string) => `Tier changed ${count}`,
  },
  kind: 'Kind of change',
  nothing: {
    entered: 'No company entered since then.',
    left: 'No company left since then.',
    tierChanged: 'No company moved to another tier since then.',
  },
  tables: {
    entered: 'Companies that entered',
    left: 'Companies that left',
    tierChanged: 'Companies that moved to another tier',
  },
  columns: { company: 'Company', domain: 'Domain', before: 'Tier before', after: 'Tier now' },
  gone: (id: number) => `Company ${id}, no longer in the catalogue`,
  notMember: 'not a member',
  size: {
    title: 'Size over time',
    chart: (first: string, last: string, count: string) =>
      `Members of the list, computed ${count} times: first ${first}, now ${last}. The table below has the numbers.`,
    asTable: 'As a table',
    when: 'Computed',
    members: 'Members',
    version: 'Version of the filter',
  },
  announced: {
    before: 'Before',
    after: 'After',
    intro: 'What the service noticed when it evaluated this watched list.',
    compareNow: 'Compare with the members now',
    expired: 'These changes are no longer kept',
    expiredBody:
      'The companies of an event can be seen for 30 days. Later, the members now can still be compared with those of earlier computations.',
  },
  why: {
    column: 'Why',
    button: 'Why?',
    of: (company: string) => `Why ${company}?`,
    title: (company: string) => `Why ${company} is in the list, or not`,
    now: 'This is what the filter says of the company now.',
    gone: 'left the catalogue',
  },
  unknownSince: 'That computation is no longer kept. Choose another one.',
} as const;

export type TierOrNone = MemberTier | null | undefined;
