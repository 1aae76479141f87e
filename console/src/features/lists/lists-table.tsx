import { Paper, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import type { ListRowFragment } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { listsText } from '../../text/lists.ts';
import { Cards } from '../../ui/cards.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { ListDialogs, useListActions } from './list-dialogs.tsx';
import { ListMenu, type ListMenuProps } from './list-menu.tsx';
import { ListAccess, ListOwner, ListSize, ListTitle } from './list-parts.tsx';
import { ListStar } from './list-star.tsx';
import classes from './lists-page.module.css';

const { name, members, access, owner, updated, menu } = listsText.columns;
const COLUMNS = [name, members, access, owner, updated, menu];
/** Windows in which lists are cards, as in lists-page.module.css. */
const PHONE = '(max-width: 40em)';

/** Lists as a table; as cards on a phone, where a table would need to be moved sideways. */
export function ListsTable({ rows }: { rows: readonly ListRowFragment[] }) {
  const known = useMemo(() => [...new Set(rows.flatMap(({ tags }) => tags))].sort(), [rows]);
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const { chosen, choose, close } = useListActions();
  return (
    <>
      {isPhone ? (
        <Cards label={listsText.table}>
          {rows.map((list) => (
            <ListCard key={list.listId} list={list} onChoose={choose} />
          ))}
        </Cards>
      ) : (
        <TableRegion label={listsText.table} columns={COLUMNS} minWidth={760}>
          {rows.map((list) => (
            <ListRow key={list.listId} list={list} onChoose={choose} />
          ))}
        </TableRegion>
      )}
      {chosen && <ListDialogs chosen={chosen} known={known} onClose={close} />}
    </>
  );
}

function ListRow({ list, onChoose }: ListMenuProps) {
  return (
    <Table.Tr>
      <Table.Td className={classes.name}>
        <div className={classes.named}>
          <ListStar list={list} />
          <ListTitle list={list} />
        </div>
      </Table.Td>
      <Table.Td className={classes.members}>
        <ListSize list={list} />
      </Table.Td>
      <Table.Td>
        <ListAccess list={list} />
      </Table.Td>
      <Table.Td className={classes.owner}>
        <ListOwner list={list} />
      </Table.Td>
      <Table.Td>
        <TimeAgo at={list.updatedAt} />
      </Table.Td>
      <Table.Td>
        <ListMenu list={list} onChoose={onChoose} />
      </Table.Td>
    </Table.Tr>
  );
}

function ListCard({ list, onChoose }: ListMenuProps) {
  return (
    <Paper withBorder component="li" className={classes.card}>
      <div className={classes.named}>
        <ListStar list={list} />
        <ListTitle list={list} />
        <ListMenu list={list} onChoose={onChoose} />
      </div>
      <div className={classes.sizes}>
        <ListSize list={list} />
      </div>
      <Text size="xs" c="dimmed" className={classes.meta}>
        <ListAccess list={list} />
        {list.accessLevel !== 'OWNER' && ` · ${visibleText(list.owner.name)}`}
        {' · '}
        <TimeAgo at={list.updatedAt} />
      </Text>
    </Paper>
  );
}
