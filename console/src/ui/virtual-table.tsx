import { VisuallyHidden } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';
import { formatNumber } from '../lib/format.ts';
import { selectionText } from '../text/selection.ts';
import { ariaSort, type Column, HeadingText, type Sort } from './data-table.tsx';
import { AllCheckbox } from './selection/row-checkbox.tsx';
import type { Rows } from './selection/use-selection.ts';
import { BodyRow, type RowTable, SkeletonRow } from './virtual-row.tsx';
import { useRovingRows, useRowsInSight } from './virtual-rows.ts';
import classes from './virtual-table.module.css';

interface VirtualTableProps<Row> extends RowTable<Row> {
  /** Name of the table for screen readers. */
  label: string;
  rows: Rows<Row>;
  /** Number of all rows; undefined until it is known. */
  total: number | undefined;
  /** Loads further rows; undefined while none can be loaded. */
  onMore: (() => unknown) | undefined;
  /** Whether other rows will take the place of these. */
  isDimmed: boolean;
  idOf: (row: Row) => number;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
  /** Place of the row that takes the focus; undefined for none. */
  focus: number | undefined;
  onFocused: () => void;
  /** Widths that somebody chose, in pixels, by the keys of columns. */
  widths: Readonly<Record<string, number>>;
  /** Takes a width; undefined for the usual one. */
  onResize: (key: string, width: number | undefined) => void;
  onMove: (key: string, to: string) => void;
}

const WIDTH = 120;
const LEAST_WIDTH = 64;
/** Space at both ends of a row, with the columns of the checkbox and the menu, in pixels. */
const PADDING = 24 + 2 * 36;

/**
 * A table of which only the rows in sight exist. Further rows load while one scrolls. Arrow keys move between rows, and the
 * space bar selects the one that has the focus. On a phone each row is a card.
 */
export function VirtualTable<Row>(table: VirtualTableProps<Row>) {
  const { label, columns, rows, total, isDimmed, widths } = table;
  const scroller = useRef<HTMLElement>(null);
  const width = columns.reduce((sum, each) => sum + (widths[each.key] ?? each.width ?? WIDTH), PADDING);
  const template = columns.map(({ key, width: least = WIDTH, grow = 1 }) => {
    const chosen = widths[key];
    return chosen !== undefined || grow === 0 ? `${chosen ?? least}px` : `minmax(${least}px, ${grow}fr)`;
  });
  const style = { '--table-width': `${width}px`, '--columns': template.join(' ') } as CSSProperties;
  return (
    <section
      ref={scroller}
      className={classes.scroller}
      aria-label={`${label}, scrollable`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, the keyboard could not scroll it
      tabIndex={0}
    >
      <table
        aria-label={label}
        aria-rowcount={(total ?? rows.count) + 1}
        aria-busy={isDimmed || total === undefined}
        className={classes.table}
        style={style}
        data-dimmed={isDimmed || undefined}
      >
        <Head table={table} />
        <Body table={table} scroller={scroller} />
      </table>
    </section>
  );
}

type PartProps<Row> = { table: VirtualTableProps<Row> };

function Head<Row>({ table }: PartProps<Row>) {
  const { columns, rows, selection } = table;
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1} className={classes.row}>
        <th scope="col" className={classes.heading} data-column="select">
          <AllCheckbox
            label={selectionText.selectAll(rows.count, formatNumber(rows.count))}
            selection={selection}
          />
        </th>
        {columns.map((column, place) => (
          <Heading key={column.key} {...{ table, column }} isFirst={place === 0} />
        ))}
        <th scope="col" className={classes.heading} data-column="actions">
          <VisuallyHidden>{selectionText.actions}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}

/** Type of what is dragged while a column moves. */
const DRAGGED = 'application/x-table-column';

/** Name of a column. It can be dragged to another place, and its edge to another width; a double click there resets it. */
function Heading<Row>(props: PartProps<Row> & { column: Column<Row>; isFirst: boolean }) {
  const { table, column, isFirst } = props;
  const { sort, onSort, onMove, onResize } = table;
  const { key } = column;
  /** Distance of the pointer from the end of the column while it is dragged. */
  const grip = useRef(0);
  const isRtl = (element: HTMLElement) => getComputedStyle(element).direction === 'rtl';
  const grasp = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    currentTarget.setPointerCapture(pointerId);
    const { left, right } = currentTarget.getBoundingClientRect();
    grip.current = isRtl(currentTarget) ? clientX - left : right - clientX;
  };
  const resize = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    const heading = currentTarget.parentElement;
    if (!heading || !currentTarget.hasPointerCapture(pointerId)) return;
    const { left, right } = heading.getBoundingClientRect();
    const width = (isRtl(heading) ? right - clientX : clientX - left) + grip.current;
    onResize(key, Math.max(LEAST_WIDTH, Math.round(width)));
  };
  return (
    <th
      scope="col"
      className={classes.heading}
      data-number={column.isNumber || undefined}
      data-sorts={column.sort !== undefined || undefined}
      aria-sort={ariaSort(column, sort)}
      draggable={!isFirst}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, key)}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const moved = event.dataTransfer.getData(DRAGGED);
        if (moved !== '' && moved !== key) onMove(moved, key);
      }}
    >
      <HeadingText {...{ column, sort }} setSort={onSort} />
      <span
        className={classes.edge}
        aria-hidden
        draggable
        onDragStart={(event) => {
          event.preventDefault();
          event.stopPropagation();
        }}
        onPointerDown={grasp}
        onPointerMove={resize}
        onDoubleClick={() => onResize(key, undefined)}
      />
    </th>
  );
}

function Body<Row>({ table, scroller }: PartProps<Row> & { scroller: { current: HTMLElement | null } }) {
  const { rows, total, onMore, columns, idOf, nameOf, hrefOf, selection, focus, onFocused } = table;
  const { count } = rows;
  const [active, setActive] = useState(0);
  const { items, height, scrollTo } = useRowsInSight({ count, total, onMore, active }, scroller);
  const roving = { count, active, setActive, scroller, scrollTo, wanted: focus, onFocused };
  const handlers = useRovingRows(roving);
  const latest = useCallbackRef(() => table);
  return (
    <tbody className={classes.body} style={{ height }} {...handlers}>
      {items.map(({ index, start }) => {
        const row = rows.at(index);
        if (!row) return <SkeletonRow key={`skeleton-${index}`} index={index} top={start} />;
        return (
          <BodyRow
            key={idOf(row)}
            {...{ row, index, columns, nameOf, hrefOf, latest }}
            top={start}
            isReachable={index === active}
            isSelected={selection.has(idOf(row))}
          />
        );
      })}
    </tbody>
  );
}
