import type { MemberTier } from '../../../generated/graphql.ts';
import { readable } from '../../../lib/readable.ts';
import { common } from '../../../text/common.ts';
import { tierColor } from '../../../ui/tier.tsx';
import classes from './members-table.module.css';

/** Text of people or imports on one line of a cell. Plain elements: hundreds of cells render while one scrolls. */
export function CellText({ text, isDimmed }: { text: string; isDimmed?: boolean }) {
  const shown = readable(text);
  return (
    <bdi className={classes.text} data-dimmed={isDimmed} title={shown}>
      {shown}
    </bdi>
  );
}

/** A tier by its name and colour. */
export function CellTier({ tier }: { tier: MemberTier }) {
  return (
    <span className={classes.tier} style={{ color: tierColor(tier) }} title={common.tierMeaning[tier]}>
      {common.tiers[tier]}
    </span>
  );
}
