import { ActionIcon, Group, Skeleton, Text } from '@mantine/core';
import { StarFilledIcon, StarIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { useViewer } from '../../api/viewer.ts';
import { type ListRowFragment, ListsOverviewDocument, MarkListDocument } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { actionsColumn, type Column, column, DataTable } from '../../ui/data-table.tsx';
import { useListCounts } from '../../ui/list-counts.ts';
import { notify } from '../../ui/notify.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { countOf, TIERS, tierColor } from '../../ui/tier.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useDuplicate } from '../../ui/use-duplicate.ts';
import { UserText } from '../../ui/user-text.tsx';
import { type ListAction, ListDialogs, useListActions } from './list-dialogs.tsx';
import classes from './lists-page.module.css';
import type { ListsSearch } from './search.ts';

const COLUMNS: readonly Column<ListRowFragment>[] = [
  column('Name', (list) => (
    <Group gap="xs" wrap="nowrap" align="flex-start" maw={440}>
      <ListStar list={list} />
      <ListTitle list={list} />
    </Group>
  )),
  column('Members', (list) => <ListSize list={list} />),
  column('My access', ({ accessLevel }) => (
    <span title={common.accessMeaning[accessLevel]}>{common.accessLevels[accessLevel]}</span>
  )),
  column('Owner', ({ owner }) => <ListOwner owner={owner} />),
  column('Updated', ({ updatedAt }) => <TimeAgo at={updatedAt} />),
];

/** Lists, each with what the caller can do with it. */
export function ListsTable({ rows }: { rows: readonly ListRowFragment[] }) {
  const known = useMemo(() => [...new Set(rows.flatMap(({ tags }) => tags))].sort(), [rows]);
  const { chosen, choose, close } = useListActions();
  const columns = [
    ...COLUMNS,
    actionsColumn((list: ListRowFragment) => <ListMenu list={list} onChoose={choose} />),
  ];
  return (
    <>
      <DataTable label="Lists that you can see" columns={columns} rows={rows} idOf={({ listId }) => listId} />
      {chosen && <ListDialogs chosen={chosen} known={known} onClose={close} />}
    </>
  );
}

interface PartProps {
  list: ListRowFragment;
}

/** Menu of the caller's actions on a list of the table. */
function ListMenu({
  list,
  onChoose,
}: PartProps & { onChoose: (action: ListAction, list: ListRowFragment) => void }) {
  const duplicate = useDuplicate(list.listId);
  const isOwner = list.accessLevel === 'OWNER';
  const canEdit = isOwner || list.accessLevel === 'EDITOR';
  return (
    <ActionMenu
      label={`Actions for ${list.name}`}
      width={180}
      actions={[
        canEdit && {
          label: 'Edit filter',
          link: (props) => (
            <Link {...props} to="/app/lists/$listId/edit" params={{ listId: String(list.listId) }} />
          ),
        },
        canEdit && { label: 'Rename…', run: () => onChoose('rename', list) },
        canEdit && { label: 'Edit tags…', run: () => onChoose('tags', list) },
        { label: common.duplicate, run: duplicate.run },
        isOwner
          ? { label: 'Delete', danger: true, run: () => onChoose('remove', list) }
          : { label: 'Leave…', run: () => onChoose('leave', list) },
      ]}
    />
  );
}

/** The name of a list, which leads to it, with its tags below. Each tag leads to the lists that have it. */
function ListTitle({ list: { listId, name, tags } }: PartProps) {
  return (
    <div style={{ minWidth: 0 }}>
      <PageLink to="/app/lists/$listId" params={{ listId: String(listId) }} fw={600}>
        <UserText text={name} />
      </PageLink>
      {tags.length > 0 && (
        <Group component="ul" gap={4} p={0} m="4px 0 0" style={{ listStyle: 'none' }} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Link
                to="/app/lists"
                search={(all: ListsSearch) => ({ ...all, tag })}
                className={classes.tag}
                aria-label={visibleText(`Lists tagged ${tag}`)}
              >
                <UserText text={tag} />
              </Link>
            </li>
          ))}
        </Group>
      )}
    </div>
  );
}

/** Number of members of a list, and of each tier. Each number leads to its members. */
function ListSize({ list }: PartProps) {
  const { ref, counts, error } = useListCounts(list);
  if (error) return <Text c="dimmed">not computed</Text>;
  return (
    <div ref={ref} style={{ minWidth: 120 }}>
      {counts ? (
        <>
          <Text fw={600}>{common.companies(counts.total, formatNumber(counts.total))}</Text>
          <Group gap="0 8px">
            {TIERS.map((tier) => (
              <PageLink
                key={tier}
                to="/app/lists/$listId"
                params={{ listId: String(list.listId) }}
                search={{ tier }}
                preload={false}
                size="xs"
                c={tierColor(tier)}
                title={common.tierMeaning[tier]}
              >
                {common.tiers[tier]} {formatNumber(countOf(counts, tier))}
              </PageLink>
            ))}
          </Group>
        </>
      ) : (
        <Skeleton h={18} w={110} my={10} role="status" aria-label="Computing the members…" />
      )}
    </div>
  );
}

function ListOwner({ owner }: Pick<ListRowFragment, 'owner'>) {
  const userId = useViewer().data?.viewer.user.userId;
  return owner.userId === userId ? 'me' : <UserText text={owner.name} maw={180} />;
}

/** Marks a list as a favourite of the caller. The star changes at once, and back where the service refuses. */
function ListStar({ list: { listId, name, favourite } }: PartProps) {
  const mark = useApiMutation(MarkListDocument, { changes: [ListsOverviewDocument] });
  // Pending until the lists are read again.
  const isMarked = mark.isPending ? mark.variables.input.favourite : favourite;
  const toggle = () =>
    mark.mutate({ input: { listId, favourite: !isMarked } }, { onError: (error) => notify(error.message) });
  const Star = isMarked ? StarFilledIcon : StarIcon;
  return (
    <ActionIcon
      variant="subtle"
      color={isMarked ? 'yellow.9' : 'gray'}
      flex="none"
      mt={-3}
      aria-pressed={isMarked}
      aria-label={visibleText(`Favourite: ${name}`)}
      onClick={toggle}
    >
      <Star width={16} height={16} aria-hidden />
    </ActionIcon>
  );
}
