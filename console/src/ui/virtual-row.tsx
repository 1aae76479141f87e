import { Skeleton } from '@mantine/core';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { createContext, type KeyboardEvent, type MouseEvent, memo, type ReactNode, useState } from 'react';
import { visibleText } from '../lib/visible-text.ts';
import { selectionText } from '../text/selection.ts';
import { ActionMenu, type MenuAction } from './action-menu.tsx';
import type { Column } from './data-table.tsx';
import { RowCheckbox } from './selection/row-checkbox.tsx';
import type { Selection } from './selection/use-selection.ts';
import { LINK } from './virtual-rows.ts';
import classes from './virtual-table.module.css';

/** Whether Tab reaches the row that a cell is in. */
export const RowIsReachable = createContext(false);

/** What each row of a virtual table shows and does. */
export interface RowTable<Row> {
  /** The first one names the row, and stays where it is. The same array makes rows render once. */
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  selection: Selection<Row>;
  /** Address of the page with the details of a row. */
  hrefOf: (row: Row) => string;
  onOpen: (index: number) => void;
  actionsOf: (row: Row, index: number) => readonly MenuAction[];
}

interface RowProps<Row> extends Pick<RowTable<Row>, 'columns' | 'nameOf' | 'hrefOf'> {
  row: Row;
  index: number;
  /** Distance from the first row in pixels. */
  top: number;
  /** Whether Tab reaches this row. */
  isReachable: boolean;
  isSelected: boolean;
  /** Returns the table as it is now. It stays the same, so that rows need not render again. */
  latest: () => RowTable<Row>;
}

/** A row. Rows that stay do not render again while one scrolls: all of them took 60 to 100 ms at each step. */
export const BodyRow = memo(RowOf) as typeof RowOf;

function RowOf<Row>({ row, index, top, columns, nameOf, isReachable, isSelected, ...rest }: RowProps<Row>) {
  const { hrefOf, latest } = rest;
  const name = nameOf(row);
  const tabIndex = isReachable ? 0 : -1;
  const open = (event: MouseEvent) => {
    // As a link it also opens in a new tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    latest().onOpen(index);
  };
  const select = (isRange: boolean) => latest().selection.toggle(index, isRange);
  const press = (event: KeyboardEvent) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    select(event.shiftKey);
  };
  const contentOf = (column: Column<Row>, place: number): ReactNode =>
    place > 0 ? (
      column.cell(row)
    ) : (
      <a
        href={hrefOf(row)}
        className={classes.open}
        tabIndex={tabIndex}
        aria-label={visibleText(selectionText.details(name))}
        data-cell={LINK}
        onKeyDown={press}
        onClick={open}
      >
        {column.cell(row)}
      </a>
    );
  return (
    <tr
      aria-rowindex={index + 2}
      data-selected={isSelected || undefined}
      className={classes.row}
      style={placeAt(top)}
    >
      <td className={classes.cell} data-column="select">
        <RowCheckbox name={name} checked={isSelected} tabIndex={tabIndex} onToggle={select} />
      </td>
      <RowIsReachable value={isReachable}>
        {columns.map((column, place) => (
          <td
            key={column.key}
            className={classes.cell}
            data-column={column.key}
            data-number={column.isNumber || undefined}
            data-title={column.title}
            data-card={place === 0 ? 'name' : (column.card ?? (column.isMinor ? 'none' : undefined))}
          >
            {contentOf(column, place)}
          </td>
        ))}
      </RowIsReachable>
      <td className={classes.cell} data-column="actions">
        <RowMenu name={name} tabIndex={tabIndex} actions={() => latest().actionsOf(row, index)} />
      </td>
    </tr>
  );
}

const placeAt = (top: number) => ({ position: 'absolute', transform: `translateY(${top}px)` }) as const;

/** Stands for a row that is not loaded yet. */
export const SkeletonRow = ({ index, top }: { index: number; top: number }) => (
  <tr aria-rowindex={index + 2} className={classes.row} style={placeAt(top)}>
    <td className={classes.cell} style={{ gridColumn: '1 / -1', flex: 1 }}>
      <Skeleton h={12} />
    </td>
  </tr>
);

/** Actions on one row. The menu is made when it is first opened: hundreds of rows render while one scrolls. */
function RowMenu(props: { name: string; tabIndex: number; actions: () => readonly MenuAction[] }) {
  const { name, tabIndex, actions } = props;
  const [isUsed, setUsed] = useState(false);
  const label = selectionText.actionsOf(name);
  if (isUsed) return <ActionMenu {...{ label }} actions={actions()} button={{ tabIndex }} defaultOpened />;
  return (
    <button
      type="button"
      className={classes.more}
      tabIndex={tabIndex}
      aria-label={visibleText(label)}
      aria-haspopup="menu"
      onClick={() => setUsed(true)}
    >
      <DotsHorizontalIcon width={16} height={16} aria-hidden />
    </button>
  );
}
