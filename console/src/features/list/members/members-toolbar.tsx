import { Chip, Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { MemberRowFragment, MemberTier } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { membersText } from '../../../text/members.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { TIERS } from '../../../ui/tier.tsx';
import type { TierCounts } from '../../../ui/tier-bar.tsx';
import type { useColumnChoice } from './column-choice.ts';
import { ColumnMenu } from './column-menu.tsx';
import type { MemberRows } from './member-rows.ts';
import { MembersCopy } from './members-copy.tsx';
import classes from './members-table.module.css';
import { WhyNot } from './why-not.tsx';

interface MembersToolbarProps {
  listId: string;
  counts: TierCounts & { total: number };
  choice: ReturnType<typeof useColumnChoice>;
  rows: MemberRows<MemberRowFragment>;
}

/** Search, tiers, columns, and questions about one company. */
export function MembersToolbar({ listId, counts, choice, rows }: MembersToolbarProps) {
  const search = useSearch({ from: '/app/lists/$listId/' });
  const navigate = useNavigate({ from: '/app/lists/$listId/' });
  const setSearch = (text: string) =>
    void navigate({
      search: (all) => ({ ...all, search: text || undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Group gap="xs">
      <div className={classes.search}>
        <SearchField label={membersText.search} value={search.search ?? ''} onSearch={setSearch} />
      </div>
      <TierChips counts={counts} tier={search.tier} />
      <Group gap="xs" ml="auto">
        <WhyNot listId={listId} />
        <ColumnMenu chosen={choice.chosen} onToggle={choice.toggle} onReset={choice.reset} />
        <MembersCopy listId={listId} search={search} rows={rows} />
      </Group>
    </Group>
  );
}

const ALL = 'ALL';

/** Tiers with their numbers. The chosen one filters the table. */
function TierChips({
  counts,
  tier,
}: {
  counts: TierCounts & { total: number };
  tier: MemberTier | undefined;
}) {
  const navigate = useNavigate({ from: '/app/lists/$listId/' });
  const choose = (value: string) => {
    const chosen = TIERS.find((each) => each === value);
    void navigate({ search: (all) => ({ ...all, tier: chosen }), replace: true, resetScroll: false });
  };
  return (
    <Chip.Group value={tier ?? ALL} onChange={choose}>
      <Group gap={6} role="radiogroup" aria-label={membersText.tierFilter}>
        <Chip value={ALL} size="sm" variant="outline">
          {membersText.allTiers} {formatNumber(counts.total)}
        </Chip>
        {TIERS.map((each) => (
          <Chip key={each} value={each} size="sm" variant="outline" title={common.tierMeaning[each]}>
            {common.tiers[each]} {formatNumber(counts[each.toLowerCase() as Lowercase<MemberTier>])}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
