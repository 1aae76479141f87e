import type { MemberTier } from '../generated/graphql.ts';
import { formatNumber } from '../lib/format.ts';
import { common } from '../text/common.ts';
import { TIERS } from './tier.tsx';
import classes from './tier-bar.module.css';

export type TierCounts = Readonly<Record<Lowercase<MemberTier>, number>>;

const countOf = (counts: TierCounts, tier: MemberTier): number =>
  counts[tier.toLowerCase() as Lowercase<MemberTier>];

/** The shares of the three tiers as a bar, with each number as text below it. */
export function TierBar({ counts }: { counts: TierCounts }) {
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
            <dd>{formatNumber(countOf(counts, tier))}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
