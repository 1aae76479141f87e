import { Skeleton } from '@mantine/core';
import type { Cell, FlexRender } from '@tanstack/react-table';
import { type ReactNode, useEffect, useRef } from 'react';
import type { MemberRowFragment } from '../../../generated/graphql.ts';
import { readable } from '../../../lib/readable.ts';
import { membersText } from '../../../text/members.ts';
import { type features, NUMERIC } from './columns.tsx';
import classes from './members-table.module.css';
import type { RovingRows } from './roving-rows.ts';

type Render = typeof FlexRender<typeof features, MemberRowFragment>;
type MemberCell = Cell<typeof features, MemberRowFragment>;

/** Place of a row in the table, and its columns. */
export interface RowPlace {
  index: number;
  /** Distance from the first row in pixels. */
  top: number;
  template: string;
}

interface MemberRowProps {
  place: RowPlace;
  row: MemberRowFragment;
  cells: readonly MemberCell[];
  render: Render;
  roving: RovingRows;
  /** Whether Tab reaches this row. */
  isReachable: boolean;
  onOpen: (index: number) => void;
}

/** A member. The button of its name covers the row, so that a click anywhere opens it. */
export function MemberRow({ place, row, cells, render: Content, ...buttonProps }: MemberRowProps) {
  return (
    <tr aria-rowindex={place.index + 2} className={classes.row} style={styleOf(place)}>
      {cells.map((cell) => (
        <td key={cell.id} className={classes.cell} data-numeric={isNumeric(cell) || undefined}>
          {cell.column.id === 'name' ? (
            <OpenButton index={place.index} row={row} {...buttonProps}>
              <Content cell={cell} />
            </OpenButton>
          ) : (
            <Content cell={cell} />
          )}
        </td>
      ))}
    </tr>
  );
}

const isNumeric = (cell: MemberCell): boolean => NUMERIC.some((id) => id === cell.column.id);

interface OpenButtonProps extends Pick<MemberRowProps, 'row' | 'roving' | 'isReachable' | 'onOpen'> {
  index: number;
  children: ReactNode;
}

function OpenButton({ index, row, roving, isReachable, onOpen, children }: OpenButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { takesFocus } = roving;
  // After each render: the row may have come to exist because it was scrolled to.
  useEffect(() => {
    if (takesFocus.current !== index) return;
    takesFocus.current = undefined;
    button.current?.focus({ preventScroll: true });
  });
  return (
    <button
      ref={button}
      type="button"
      className={classes.open}
      tabIndex={isReachable ? 0 : -1}
      aria-label={readable(membersText.open(row.company.name))}
      onFocus={() => roving.setActive(index)}
      onKeyDown={roving.onKeyDown}
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

const styleOf = ({ top, template }: RowPlace) => ({
  position: 'absolute' as const,
  transform: `translateY(${top}px)`,
  gridTemplateColumns: template,
});
