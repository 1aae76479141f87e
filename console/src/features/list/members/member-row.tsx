import { Skeleton } from '@mantine/core';
import type { Cell, FlexRender } from '@tanstack/react-table';
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react';
import type { MemberRowFragment } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { membersText } from '../../../text/members.ts';
import { RowCheckbox } from '../../../ui/selection/row-checkbox.tsx';
import { type features, NUMERIC } from './columns.tsx';
import { RowIsReachable } from './evidence-cell.tsx';
import classes from './members-table.module.css';
import type { RowHandlers } from './roving-rows.ts';
import { type RowAction, RowMenu } from './row-menu.tsx';

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
  isSelected: boolean;
  /** Address of the list with the company's panel open. */
  hrefOf: (slug: string) => string;
  onOpen: (index: number) => void;
  onToggle: (index: number, isRange: boolean) => void;
  actions: readonly RowAction[];
}

/** A member. Rows that stay do not render again while one scrolls: all of them took 60 to 100 ms at each step. */
export const MemberRow = memo(
  ({ index, top, template, row, cells, render: Content, ...props }: MemberRowProps) => {
    const { isReachable, isSelected, onToggle, actions } = props;
    const { name } = row.company;
    const tabIndex = isReachable ? 0 : -1;
    return (
      <tr
        aria-rowindex={index + 2}
        data-selected={isSelected || undefined}
        className={classes.row}
        style={styleOf({ top, template })}
      >
        <td className={classes.cell} data-column="select">
          <RowCheckbox
            name={name}
            checked={isSelected}
            tabIndex={tabIndex}
            onToggle={(isRange) => onToggle(index, isRange)}
          />
        </td>
        <RowIsReachable value={isReachable}>
          {cells.map((cell) => (
            <td
              key={cell.id}
              className={classes.cell}
              data-column={cell.column.id}
              data-numeric={isNumeric(cell) || undefined}
            >
              {cell.column.id === 'name' ? (
                <OpenLink index={index} row={row} {...props}>
                  <Content cell={cell} />
                </OpenLink>
              ) : (
                <Content cell={cell} />
              )}
            </td>
          ))}
        </RowIsReachable>
        <td className={classes.cell} data-column="actions">
          <RowMenu index={index} name={name} actions={actions} tabIndex={tabIndex} />
        </td>
      </tr>
    );
  },
  // Cells are made anew at each step, but show only the row and the columns.
  (before, now) => COMPARED.every((name) => before[name] === now[name]),
);

const COMPARED = [
  'row',
  'columns',
  'index',
  'top',
  'template',
  'isReachable',
  'isSelected',
  'hrefOf',
  'onOpen',
  'onToggle',
  'actions',
] as const;

const isNumeric = (cell: MemberCell): boolean => NUMERIC.some((id) => id === cell.column.id);

interface OpenLinkProps
  extends Pick<
    MemberRowProps,
    'index' | 'row' | 'handlers' | 'isReachable' | 'hrefOf' | 'onOpen' | 'onToggle'
  > {
  children: ReactNode;
}

/** Name of a member. It opens the panel; as a link it also opens in a new tab. The space bar selects the row. */
function OpenLink({ index, row, handlers, isReachable, hrefOf, onOpen, onToggle, children }: OpenLinkProps) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(index);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== ' ') return handlers.onKeyDown(event);
    event.preventDefault();
    onToggle(index, event.shiftKey);
  };
  return (
    <a
      href={hrefOf(row.company.slug)}
      className={classes.open}
      tabIndex={isReachable ? 0 : -1}
      aria-label={visibleText(membersText.open(row.company.name))}
      onFocus={() => handlers.onFocus(index)}
      onKeyDown={press}
      onClick={open}
    >
      {children}
    </a>
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
