import { Badge, UnstyledButton } from '@mantine/core';
import type { MemberTier } from '../generated/graphql.ts';
import { formatNumber } from '../lib/format.ts';
import { common } from '../text/common.ts';
import classes from './ui.module.css';

export const TIERS: readonly MemberTier[] = ['HIGH', 'MEDIUM', 'EXPLORATORY'];

/** Colour of a tier. A letter always stands beside it, because colours alone do not reach everybody. */
export const tierColor = (tier: MemberTier): string => `var(--tier-${tier.toLowerCase()})`;

/** A tier as its letter and name. */
export function TierBadge({ tier }: { tier: MemberTier }) {
  return (
    <Badge
      variant="outline"
      color={tierColor(tier)}
      title={common.tierMeaning[tier]}
      tt="none"
      miw="max-content"
    >
      {common.tiers[tier]}
    </Badge>
  );
}

export type TierCounts = Readonly<Record<Lowercase<MemberTier>, number>>;

/** Returns the number of members in a tier. */
export const countOf = (counts: TierCounts, tier: MemberTier): number =>
  counts[tier.toLowerCase() as Lowercase<MemberTier>];

interface TierBarProps {
  counts: TierCounts;
  /** Leads to the companies of a tier: each number becomes a button. */
  onSelect?: (tier: MemberTier) => void;
}

/** The shares of the three tiers as a bar, with each number as text below it. */
export function TierBar({ counts, onSelect }: TierBarProps) {
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
      <dl className={classes.legend}>
        {TIERS.map((tier) => (
          <div key={tier} data-tier={tier} title={common.tierMeaning[tier]}>
            <dt>{common.tiers[tier]}</dt>
            <dd>
              {onSelect ? (
                <UnstyledButton
                  c="inherit"
                  fw="inherit"
                  aria-label={`${common.tiers[tier]}: ${formatNumber(countOf(counts, tier))}`}
                  onClick={() => onSelect(tier)}
                >
                  {formatNumber(countOf(counts, tier))}
                </UnstyledButton>
              ) : (
                formatNumber(countOf(counts, tier))
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
