import { Skeleton } from '@mantine/core';
import type { Cell, FlexRender } from '@tanstack/react-table';
import { memo, type ReactNode } from 'react';
import type { MemberRowFragment } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { membersText } from '../../../text/members.ts';
import { type features, NUMERIC } from './columns.tsx';
import classes from './members-table.module.css';
import type { RowHandlers } from './roving-rows.ts';

type Render = typeof FlexRender<typeof features, MemberRowFragment>;
type MemberCell = Cell<typeof features, MemberRowFragment>;

/** Place of a row in the table, and its columns. */
export interface RowPlace {
  index: number;
  /** Distance from the first row in pixels. */
  top: number;
  template: string;
}

interface MemberRowProps extends RowPlace {
  row: MemberRowFragment;
  /** Changes when the cells do. */
  columns: unknown;
  cells: readonly MemberCell[];
  render: Render;
  handlers: RowHandlers;
  /** Whether Tab reaches this row. */
  isReachable: boolean;
  onOpen: (index: number) => void;
}

/**
 * A member. The button of its name covers the row, so that a click anywhere opens it. Rows that stay do not render again
 * while one scrolls: all of them took 60 to 100 ms at each step.
 */
export const MemberRow = memo(
  ({ index, top, template, row, cells, render: Content, ...button }: MemberRowProps) => (
    <tr aria-rowindex={index + 2} className={classes.row} style={styleOf({ top, template })}>
      {cells.map((cell) => (
        <td key={cell.id} className={classes.cell} data-numeric={isNumeric(cell) || undefined}>
          {cell.column.id === 'name' ? (
            <OpenButton index={index} row={row} {...button}>
              <Content cell={cell} />
            </OpenButton>
          ) : (
            <Content cell={cell} />
          )}
        </td>
      ))}
    </tr>
  ),
  // Cells are made anew at each step, but show only the row and the columns.
  (before, now) => COMPARED.every((name) => before[name] === now[name]),
);

const COMPARED = ['row', 'columns', 'index', 'top', 'template', 'isReachable', 'onOpen'] as const;

const isNumeric = (cell: MemberCell): boolean => NUMERIC.some((id) => id === cell.column.id);

interface OpenButtonProps
  extends Pick<MemberRowProps, 'index' | 'row' | 'handlers' | 'isReachable' | 'onOpen'> {
  children: ReactNode;
}

function OpenButton({ index, row, handlers, isReachable, onOpen, children }: OpenButtonProps) {
  return (
    <button
      type="button"
      className={classes.open}
      tabIndex={isReachable ? 0 : -1}
      aria-label={visibleText(membersText.open(row.company.name))}
      onFocus={() => handlers.onFocus(index)}
      onKeyDown={handlers.onKeyDown}
      onClick={() => onOpen(index)}
    >
      {children}
    </button>
  );
}

/** Stands for a row that is not loaded yet. */
export function SkeletonRow({ place, columns }: { place: RowPlace; columns: number }) {
  return (
    <tr aria-rowindex={place.index + 2} className={classes.row} style={styleOf(place)}>
      <td className={classes.cell} style={{ gridColumn: `span ${columns}` }}>
        <Skeleton h={12} />
      </td>
    </tr>
  );
}

const styleOf = ({ top, template }: Omit<RowPlace, 'index'>) => ({
  position: 'absolute' as const,
  transform: `translateY(${top}px)`,
  gridTemplateColumns: template,
});
