import { Skeleton, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { MemberRowFragment } from '../../../generated/graphql.ts';
import { common } from '../../../text/common.ts';
import { membersText } from '../../../text/members.ts';
import { useFilterLabels } from '../../../ui/filter-labels.ts';
import { Problem } from '../../../ui/problem.tsx';
import { useSelection } from '../../../ui/selection/use-selection.ts';
import { useMembership } from '../list-data.ts';
import { useListId } from '../list-id.ts';
import { useColumnChoice } from './column-choice.ts';
import { columnsOf } from './columns.tsx';
import { useMemberActions } from './member-actions.tsx';
import { useMemberPages } from './member-pages.ts';
import classes from './members-table.module.css';
import { MembersTable } from './members-table.tsx';
import { MembersToolbar } from './members-toolbar.tsx';
import { NoMembers } from './no-members.tsx';
import { PagesProblem } from './pages-problem.tsx';
import { MemberPanel } from './panel/member-panel.tsx';
import { toOrder } from './search.ts';
import { useListConditions } from './use-list-labels.ts';
import { useOpenMember } from './use-open-member.ts';

/** Members of a list as a table, with a panel for one of them. */
export function MembersTab() {
  const listId = useListId();
  const search = useSearch({ from: '/app/lists/$listId/' });
  const navigate = useNavigate({ from: '/app/lists/$listId/' });
  const { membership, error, refetch } = useMembership(listId);
  const pages = useMemberPages(listId, membership?.id, search);
  const conditions = useListConditions(listId);
  const choice = useColumnChoice(conditions);
  const labels = useFilterLabels(conditions);
  const columns = useMemo(() => columnsOf(choice.chosen, labels), [choice.chosen, labels]);
  const panel = useOpenMember(pages.rows);
  const selection = useSelection(pages.rows, idOf);
  const actions = useMemberActions({ listId, rows: pages.rows, selection, onOpen: panel.open });
  if (!membership) {
    return error ? <Problem error={error} onRetry={() => void refetch()} /> : <MembersSkeleton />;
  }
  return (
    <>
      <MembersToolbar listId={listId} counts={membership.counts} choice={choice} rows={pages.rows} />
      <Restarted hasRestarted={pages.hasRestarted} />
      {pages.error && <PagesProblem error={pages.error} onRetry={pages.retry} />}
      {pages.total === 0 ? (
        <NoMembers listId={listId} isFiltered={membership.counts.total > 0} />
      ) : (
        <MembersTable
          // Another search, tier or order begins at the top.
          key={JSON.stringify([membership.id, search.tier, search.search, search.sort])}
          columns={columns}
          pages={pages}
          sort={search.sort}
          sorted={toOrder(search.sort) ?? { field: 'TIER', direction: 'ASC' }}
          focus={panel.focus}
          onFocused={panel.onFocused}
          onSort={(sort) =>
            void navigate({ search: (all) => ({ ...all, sort }), replace: true, resetScroll: false })
          }
          onOpen={panel.open}
          hrefOf={panel.hrefOf}
          selection={selection}
          actions={actions.entries}
        />
      )}
      {actions.bar}
      <MemberPanel listId={listId} panel={panel} labels={labels} />
    </>
  );
}

const idOf = ({ companyId }: MemberRowFragment): number => companyId;

/** Has the shape of the toolbar and the table. */
function MembersSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label={common.loading}>
      <div className={classes.toolbar}>
        <Skeleton h={36} maw={340} />
      </div>
      <Skeleton className={classes.scroller} />
    </div>
  );
}

/** Says that the table began again. The region exists before, so that it is read out. */
function Restarted({ hasRestarted }: { hasRestarted: boolean }) {
  return (
    <div role="status" className={classes.restarted}>
      {hasRestarted && <Text c="dimmed">{membersText.restarted}</Text>}
    </div>
  );
}
