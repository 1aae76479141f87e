import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MemberTier } from '../generated/graphql.ts';
import { formatNumber } from '../lib/format.ts';
import { common } from '../text/common.ts';
import { TIERS, tierColor } from './tier.tsx';
import type { TierCounts } from './tier-bar.tsx';

/** Members of a list in each tier, on one line. Each number leads to its members. */
export function TierCountsText({ counts, listId }: { counts: TierCounts; listId: string }) {
  return (
    <Group gap="0 8px">
      {TIERS.map((tier) => (
        <Anchor
          key={tier}
          size="xs"
          c={tierColor(tier)}
          title={common.tierMeaning[tier]}
          renderRoot={(props) => (
            <Link {...props} to="/app/lists/$listId" params={{ listId }} search={{ tier }} preload={false} />
          )}
        >
          {common.tiers[tier]} {formatNumber(countOf(counts, tier))}
        </Anchor>
      ))}
    </Group>
  );
}

const countOf = (counts: TierCounts, tier: MemberTier): number =>
  counts[tier.toLowerCase() as Lowercase<MemberTier>];
