import { Badge, Group, Text, UnstyledButton } from '@mantine/core';
import type { MemberTier } from '../generated/graphql.ts';
import { formatNumber } from '../lib/format.ts';
import { common } from '../text/common.ts';
import classes from './ui.module.css';

export const TIERS: readonly MemberTier[] = ['HIGH', 'MEDIUM', 'EXPLORATORY'];

/** Colour of a tier. A letter always stands beside it, because colours alone do not reach everybody. */
export const tierColor = (tier: MemberTier): string => `var(--tier-${tier.toLowerCase()})`;

export function TierBadge({ tier }: { tier: MemberTier }) {
  return (
    <Badge variant="outline" color={tierColor(tier)} title={common.tierMeaning[tier]} miw="max-content">
      {common.tiers[tier]}
    </Badge>
  );
}

export type TierCounts = Readonly<Record<Lowercase<MemberTier>, number>>;

export const countOf = (counts: TierCounts, tier: MemberTier): number =>
  counts[tier.toLowerCase() as Lowercase<MemberTier>];

/**
 * The shares of the three tiers as a bar, with each number as text below it.
 *
 * @param onSelect leads to the companies of a tier: each number becomes a button.
 */
export function TierBar({ counts, onSelect }: { counts: TierCounts; onSelect?: (tier: MemberTier) => void }) {
  const shown = TIERS.filter((tier) => countOf(counts, tier) > 0);
  return (
    <div>
      <div className={classes.bar} aria-hidden="true">
        {shown.map((tier) => (
          <div
            key={tier}
            className={classes.part}
            data-tier={tier}
            style={{ flexGrow: countOf(counts, tier) }}
          />
        ))}
      </div>
      <Group component="dl" gap="4px 16px" m="6px 0 0">
        {TIERS.map((tier) => {
          const name = common.tiers[tier];
          const count = formatNumber(countOf(counts, tier));
          return (
            <Group key={tier} gap={6} data-tier={tier} title={common.tierMeaning[tier]}>
              <Text component="dt" inherit c="dimmed">
                {name}
              </Text>
              <Text component="dd" inherit m={0} fw={600} c={tierColor(tier)}>
                {onSelect ? (
                  <UnstyledButton
                    c="inherit"
                    fw="inherit"
                    aria-label={`${name}: ${count}`}
                    onClick={() => onSelect(tier)}
                  >
                    {count}
                  </UnstyledButton>
                ) : (
                  count
                )}
              </Text>
            </Group>
          );
        })}
      </Group>
    </div>
  );
}
