import { Badge } from '@mantine/core';
import type { MemberTier } from '../generated/graphql.ts';
import { common } from '../text/common.ts';

export const TIERS: readonly MemberTier[] = ['HIGH', 'MEDIUM', 'EXPLORATORY'];

/** Colour of a tier. A letter always stands beside it, because colours alone do not reach everybody. */
export const tierColor = (tier: MemberTier): string => `var(--tier-${tier.toLowerCase()})`;

/** A tier as its letter and name. */
export function TierBadge({ tier }: { tier: MemberTier }) {
  return (
    <Badge variant="outline" color={tierColor(tier)} title={common.tierMeaning[tier]} tt="none">
      {common.tiers[tier]}
    </Badge>
  );
}
