import type { MemberTier } from '../../../generated/graphql.ts';

/** Search parameters of the members of a list. */
export interface MembersSearch {
  tier?: MemberTier;
  search?: string;
}

const TIERS: readonly unknown[] = ['HIGH', 'MEDIUM', 'EXPLORATORY'] satisfies MemberTier[];

/** Reads the search parameters; invalid ones are left out. */
export function readMembersSearch({ tier, search }: Record<string, unknown>): MembersSearch {
  return {
    ...(TIERS.includes(tier) && { tier: tier as MemberTier }),
    ...(typeof search === 'string' && search !== '' && { search }),
  };
}
