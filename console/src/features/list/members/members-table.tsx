import { useCallbackRef, useMediaQuery } from '@mantine/hooks';
import { useTable } from '@tanstack/react-table';
import { type CSSProperties, useRef } from 'react';
import type { MemberOrder, MemberRowFragment } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { membersText } from '../../../text/members.ts';
import type { Selection } from '../../../ui/selection/use-selection.ts';
import { COLUMN_IDS, type columnsOf, features, MIN_WIDTHS, WIDTHS } from './columns.tsx';
import { HeaderRow } from './header-row.tsx';
import type { useMemberPages } from './member-pages.ts';
import { MemberRow, SkeletonRow } from './member-row.tsx';
import classes from './members-table.module.css';
import { useRovingRows } from './roving-rows.ts';
import type { RowAction } from './row-menu.tsx';
import { useRowsInSight } from './rows-in-sight.ts';

type Columns = ReturnType<typeof columnsOf>;
type Pages = ReturnType<typeof useMemberPages>;

interface MembersTableProps {
  columns: Columns;
  pages: Pages;
  /** Sort in the address, and what it means. */
  sort: string | undefined;
  sorted: MemberOrder;
  /** Place of the row that takes the focus; undefined for none. */
  focus: number | undefined;
  onFocused: () => void;
  onSort: (sort: string | undefined) => void;
  onOpen: (index: number) => void;
  hrefOf: (slug: string) => string;
  selection: Selection<MemberRowFragment>;
  actions: readonly RowAction[];
}

/** Members as a table of which only the rows in sight exist. Further pages load while one scrolls. */
export function MembersTable({ columns, pages, sort, sorted, onSort, ...rowProps }: MembersTableProps) {
  const scroller = useRef<HTMLElement>(null);
  const ids = columns.map(({ id }) => COLUMN_IDS.find((each) => each === id) ?? 'name');
  const template = `36px ${ids.map((id) => WIDTHS[id]).join(' ')} 36px`;
  const minWidth = ids.reduce((sum, id) => sum + MIN_WIDTHS[id], PADDING);
  return (
    <>
      {/* A container that scrolls must take the focus, or the keyboard could not scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section ref={scroller} className={classes.scroller} aria-label={membersText.region} tabIndex={0}>
        <table
          aria-label={membersText.table}
          aria-rowcount={(pages.total ?? 0) + 1}
          aria-busy={pages.isDimmed || pages.total === undefined}
          className={classes.table}
          style={{ '--table-width': `${minWidth}px` } as CSSProperties}
          data-dimmed={pages.isDimmed || undefined}
        >
          <HeaderRow
            ids={ids}
            template={template}
            sort={sort}
            sorted={sorted}
            onSort={onSort}
            selection={rowProps.selection}
            loaded={pages.rows.count}
          />
          <Body columns={columns} pages={pages} template={template} scroller={scroller} {...rowProps} />
        </table>
      </section>
      <div role="status" className={classes.status}>
        {extentOf(pages)}
      </div>
    </>
  );
}

/** Windows in which rows are cards, as in members-table.module.css. */
const PHONE = '(max-width: 40em)';

/** Space at both ends of a row, with the columns of the checkbox and the menu, in pixels. */
const PADDING = 24 + 2 * 36;

function extentOf({ rows, total, hasMore }: Pages): string | undefined {
  if (total === undefined) return undefined;
  const loaded = formatNumber(rows.count);
  return hasMore ? membersText.rowsLoaded(loaded, formatNumber(total)) : membersText.all(loaded);
}

interface BodyProps
  extends Pick<
    MembersTableProps,
    'columns' | 'pages' | 'focus' | 'onFocused' | 'onOpen' | 'hrefOf' | 'selection' | 'actions'
  > {
  template: string;
  scroller: { current: HTMLElement | null };
}

function Body({ columns, pages, template, scroller, focus, onFocused, onOpen, ...rest }: BodyProps) {
  const { hrefOf, selection, actions } = rest;
  const { rows } = pages;
  const isCards = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const { items, height, scrollTo } = useRowsInSight(pages, scroller, isCards);
  const roving = useRovingRows({
    count: rows.count,
    scrollTo,
    linkOf: (index) =>
      scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${index + 2}"] a`) ?? undefined,
    wanted: focus,
    onFocused,
  });
  const open = useCallbackRef(onOpen);
  const inSight = items.flatMap(({ index }) => rows.at(index) ?? []);
  const table = useTable({ features, columns, data: inSight, getRowId: rowId });
  const cells = new Map(table.getRowModel().rows.map((row) => [row.id, row.getAllCells()]));
  const reachable = items.some(({ index }) => index === roving.active) ? roving.active : items[0]?.index;
  return (
    <tbody className={classes.body} style={{ height }}>
      {items.map(({ index, start }) => {
        const row = rows.at(index);
        const place = { index, top: start, template };
        if (!row) return <SkeletonRow key={`skeleton-${index}`} place={place} columns={columns.length + 2} />;
        return (
          <MemberRow
            key={row.companyId}
            {...place}
            row={row}
            columns={columns}
            cells={cells.get(rowId(row)) ?? []}
            render={table.FlexRender}
            handlers={roving.handlers}
            isReachable={index === reachable}
            isSelected={selection.has(row.companyId)}
            hrefOf={hrefOf}
            onOpen={open}
            onToggle={selection.toggle}
            actions={actions}
          />
        );
      })}
    </tbody>
  );
}

const rowId = ({ companyId }: MemberRowFragment): string => String(companyId);
