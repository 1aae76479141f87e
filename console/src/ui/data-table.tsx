import { NativeSelect, Skeleton, Table } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon } from '@radix-ui/react-icons';
import { type ReactNode, useMemo, useState } from 'react';
import { formatNumber } from '../lib/format.ts';
import { common } from '../text/common.ts';
import classes from './data-table.module.css';
import { AllCheckbox, RowCheckbox } from './selection/row-checkbox.tsx';
import type { Selection } from './selection/use-selection.ts';
import { SmallButton } from './small-buttons.tsx';

export interface Column<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Stands at the right, and is sorted from the largest on. */
  isNumber?: boolean;
  /** Is left out of cards, which have little room. */
  isMinor?: boolean;
  /** On a card of a virtual table: on the first line beside the name, on a line of its own, or after its title. */
  card?: 'first' | 'line' | 'titled';
  /** Pixels that it takes in a virtual table, at least; 120 unless given. */
  width?: number;
  /** Its share of the room that a virtual table has left, compared with others; 1 unless given. */
  grow?: number;
  /** Value by which the table sorts its rows; `true` if `onSort` has them sorted by the service. */
  sort?: true | ((row: Row) => number | string);
}

/** Returns a column that only shows something, unless the options say more. */
export const column = <Row,>(
  title: string,
  cell: (row: Row) => ReactNode,
  options?: Partial<Column<Row>>,
): Column<Row> => ({ key: title, title, cell, ...options });

/** Returns a column of numbers, which the table sorts. */
export const numberColumn = <Row,>(
  key: string,
  title: string,
  of: (row: Row) => number,
  format: (value: number) => ReactNode = formatNumber,
): Column<Row> => ({ key, title, isNumber: true, sort: of, cell: (row) => format(of(row)) });

/** Returns a column of numbers in the order of the service. */
export const countColumn = <Row,>(title: string, of: (row: Row) => number): Column<Row> =>
  column(title, (row) => formatNumber(of(row)), { isNumber: true });

/** Returns the last column of rows that can be changed. */
export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  key: 'actions',
  title: 'Actions',
  cell,
});

export interface Sort {
  column: string;
  isDescending: boolean;
}

interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  label: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  /** Undefined while they are loaded. */
  rows: readonly Row[] | undefined;
  idOf: (row: Row) => number | string;
  /** Order of the rows, if the page knows it. */
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** Rows that are selected. Their table is not sorted here, because ranges follow the rows of the page. */
  selection?: Selection<Row>;
  /** Name of a row for the checkbox that selects it. */
  nameOf?: (row: Row) => string;
  /** Shown instead of a table without rows. */
  empty?: ReactNode;
  /** Rows of the skeleton. */
  lines?: number;
  /** Height of a row of the skeleton in pixels, about that of its content. */
  lineHeight?: number;
  /** Rows that are shown before the others are behind "Show more"; all unless given. */
  shown?: number;
  /** Stays a table on a phone, where rows are cards otherwise. */
  isNarrow?: boolean;
}

/** A table of rows. On a phone each row is a card, and a menu sorts them. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, selection, nameOf, empty } = props;
  const { lines = 6, lineHeight = 20, isNarrow = false } = props;
  const [isLong, setLong] = useState(props.shown === undefined);
  const [own, setOwn] = useState(props.sort);
  const sort = props.onSort ? props.sort : own;
  const setSort = props.onSort ?? setOwn;
  const sorted = useMemo(() => rows && sortRows(rows, columns, sort), [rows, columns, sort]);
  if (sorted?.length === 0 && empty !== undefined) return empty;
  return (
    // A container that scrolls must take the focus, or the keyboard could not scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.region} aria-label={label} tabIndex={0}>
      {!isNarrow && sorted?.length !== 1 && <SortMenu {...{ columns, sort, setSort }} />}
      <Table
        className={classes.table ?? ''}
        data-cards={!isNarrow || undefined}
        role="table"
        aria-label={label}
        aria-busy={!sorted}
        verticalSpacing={6}
        highlightOnHover
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {selection && (
              <Table.Th role="columnheader" w={36}>
                <AllCheckbox label="Select all rows" selection={selection} />
              </Table.Th>
            )}
            {columns.map((column) => (
              <Table.Th
                key={column.key}
                role="columnheader"
                scope="col"
                data-number={column.isNumber || undefined}
                aria-sort={ariaSort(column, sort)}
              >
                <HeadingText {...{ column, sort, setSort }} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {(isLong ? sorted : sorted?.slice(0, props.shown))?.map((row, index) => (
            <Table.Tr key={idOf(row)} role="row">
              {selection && (
                <Table.Td role="cell" data-select>
                  <RowCheckbox
                    name={nameOf?.(row) ?? ''}
                    checked={selection.has(Number(idOf(row)))}
                    onToggle={(isRange) => selection.toggle(index, isRange)}
                  />
                </Table.Td>
              )}
              {columns.map(({ key, title, cell, isNumber, isMinor }) => (
                <Table.Td
                  key={key}
                  role="cell"
                  data-label={title}
                  data-number={isNumber}
                  data-minor={isMinor}
                  data-actions={key === 'actions' || undefined}
                >
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          )) ??
            Array.from({ length: lines }, (_, line) => (
              // The lines are all alike and never change places.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Table.Tr key={line} role="row">
                <Table.Td role="cell" colSpan={columns.length + (selection ? 1 : 0)} h={lineHeight}>
                  <Skeleton h={16} w={`${90 - (line % 3) * 12}%`} />
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      {!isLong && sorted && sorted.length > Number(props.shown) && (
        <SmallButton mt="xs" onClick={() => setLong(true)}>
          {common.showMore}
        </SmallButton>
      )}
    </section>
  );
}

interface SortProps {
  sort: Sort | undefined;
  setSort: (sort: Sort) => void;
}

/** Says to screen readers how a column is sorted. */
export const ariaSort = ({ key }: { key: string }, sort: Sort | undefined) =>
  sort?.column === key ? (sort.isDescending ? 'descending' : 'ascending') : undefined;

/** Name of a column. A press on it sorts the rows, where they can be sorted by it. */
export function HeadingText<Row>({
  column: { key, title, isNumber = false, sort: canSort },
  sort,
  setSort,
}: SortProps & { column: Column<Row> }) {
  const isSorted = sort?.column === key;
  const Arrow = sort?.isDescending ? ArrowDownIcon : ArrowUpIcon;
  if (!canSort) return title;
  const next = { column: key, isDescending: isSorted ? !sort.isDescending : isNumber };
  return (
    <button type="button" className={classes.sorter} onClick={() => setSort(next)}>
      {title}
      {isSorted && <Arrow width={12} height={12} aria-hidden />}
    </button>
  );
}

/** Sorts cards, which have no headings. */
function SortMenu<Row>({ columns, sort, setSort }: SortProps & { columns: readonly Column<Row>[] }) {
  const sortable = columns.filter((column) => column.sort);
  if (sortable.length === 0) return null;
  const orders = sortable.flatMap(({ key, title, isNumber = false }) =>
    [isNumber, !isNumber].map((isDescending) => ({
      value: `${key} ${isDescending}`,
      label: `${title}, ${isNumber ? (isDescending ? 'largest' : 'smallest') : isDescending ? 'last' : 'first'} first`,
    })),
  );
  return (
    <NativeSelect
      className={classes.menu ?? ''}
      aria-label="Sort"
      value={sort ? `${sort.column} ${sort.isDescending}` : ''}
      onChange={({ currentTarget: { value } }) => {
        const [column = '', isDescending] = value.split(' ');
        setSort({ column, isDescending: isDescending === 'true' });
      }}
      data={sort ? orders : [{ value: '', label: 'Sort' }, ...orders]}
    />
  );
}

/** Returns rows in the order of a column. Equal ones keep theirs. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const by = columns.find(({ key }) => key === sort?.column)?.sort;
  if (!sort || typeof by !== 'function') return rows;
  const sign = sort.isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [by(a), by(b)];
    return sign * (typeof one === 'string' ? one.localeCompare(String(other)) : one - Number(other));
  });
}
