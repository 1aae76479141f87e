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
  unknownSince: 'That computation is no longer kept. Choose another one.',
} as const;

export type TierOrNone = MemberTier | null | undefined;
