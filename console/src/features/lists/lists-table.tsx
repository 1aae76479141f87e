import { Anchor, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useViewer } from '../../api/viewer.ts';
import type { ListRowFragment } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { listsText } from '../../text/lists.ts';
import { TableRegion } from '../../ui/table-region.tsx';
import { TierCountsText } from '../../ui/tier-counts.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ListMenu } from './list-menu.tsx';
import { ListStar } from './list-star.tsx';
import classes from './lists-page.module.css';
import type { ListsSearch } from './search.ts';

const { columns } = listsText;

/** Lists as a table. */
export function ListsTable({ rows }: { rows: readonly ListRowFragment[] }) {
  const known = useMemo(() => [...new Set(rows.flatMap(({ tags }) => tags))].sort(), [rows]);
  return (
    <TableRegion
      label={listsText.table}
      columns={[columns.name, columns.members, columns.access, columns.owner, columns.updated, columns.menu]}
      minWidth={760}
    >
      {rows.map((list) => (
        <ListRow key={list.listId} list={list} known={known} />
      ))}
    </TableRegion>
  );
}

interface ListRowProps {
  list: ListRowFragment;
  /** Tags of all lists of the table. */
  known: readonly string[];
}

function ListRow({ list, known }: ListRowProps) {
  const userId = useViewer().data?.viewer.user.userId;
  const { listId, name, tags, accessLevel, owner, updatedAt, materializations } = list;
  const counts = materializations?.edges[0]?.node.counts;
  return (
    <Table.Tr>
      <Table.Td className={classes.name}>
        <div className={classes.named}>
          <ListStar list={list} />
          <div className={classes.title}>
            <Anchor
              fw={600}
              renderRoot={(props) => (
                <Link {...props} to="/app/lists/$listId" params={{ listId: String(listId) }} />
              )}
            >
              <UserText text={name} />
            </Anchor>
            {tags.length > 0 && <Tags tags={tags} />}
          </div>
        </div>
      </Table.Td>
      <Table.Td className={classes.members}>
        {counts ? (
          <>
            <Text fw={600}>{common.companies(counts.total, formatNumber(counts.total))}</Text>
            <TierCountsText counts={counts} listId={String(listId)} />
          </>
        ) : (
          <Text c="dimmed">{listsText.notComputed}</Text>
        )}
      </Table.Td>
      <Table.Td>
        <span title={common.accessMeaning[accessLevel]}>{common.accessLevels[accessLevel]}</span>
      </Table.Td>
      <Table.Td className={classes.owner}>
        {owner.userId === userId ? listsText.me : <UserText text={owner.name} />}
      </Table.Td>
      <Table.Td>
        <TimeAgo at={updatedAt} />
      </Table.Td>
      <Table.Td>
        <ListMenu list={list} known={known} />
      </Table.Td>
    </Table.Tr>
  );
}

/** The tags of a list. Each leads to the lists that have it. */
function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <ul className={classes.tags} aria-label={listsText.tags.label}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to="/app/lists"
            search={(all: ListsSearch) => ({ ...all, tag })}
            className={classes.tag}
            aria-label={visibleText(listsText.tags.show(tag))}
          >
            <UserText text={tag} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
