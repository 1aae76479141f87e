import { Anchor, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useViewer } from '../../api/viewer.ts';
import type { ListRowFragment } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { common } from '../../text/common.ts';
import { listsText } from '../../text/lists.ts';
import { TableRegion } from '../../ui/table-region.tsx';
import { TierCountsText } from '../../ui/tier-counts.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ListMenu } from './list-menu.tsx';
import classes from './lists-page.module.css';

const { columns } = listsText;

/** Lists as a table. */
export function ListsTable({ rows }: { rows: readonly ListRowFragment[] }) {
  return (
    <TableRegion
      label={listsText.table}
      columns={[columns.name, columns.members, columns.access, columns.owner, columns.updated, columns.menu]}
      minWidth={760}
    >
      {rows.map((list) => (
        <ListRow key={list.listId} list={list} />
      ))}
    </TableRegion>
  );
}

function ListRow({ list }: { list: ListRowFragment }) {
  const userId = useViewer().data?.viewer.user.userId;
  const { listId, name, accessLevel, owner, updatedAt, materializations } = list;
  const counts = materializations?.edges[0]?.node.counts;
  return (
    <Table.Tr>
      <Table.Td className={classes.name}>
        <Anchor
          fw={600}
          renderRoot={(props) => (
            <Link {...props} to="/app/lists/$listId" params={{ listId: String(listId) }} />
          )}
        >
          <UserText text={name} />
        </Anchor>
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
        <ListMenu list={list} />
      </Table.Td>
    </Table.Tr>
  );
}
