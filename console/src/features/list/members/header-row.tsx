import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon } from '@radix-ui/react-icons';
import type { MemberOrder, MemberRowFragment } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { membersText } from '../../../text/members.ts';
import { selectionText } from '../../../text/selection.ts';
import { AllCheckbox } from '../../../ui/selection/row-checkbox.tsx';
import type { Selection } from '../../../ui/selection/use-selection.ts';
import { type ColumnId, NUMERIC, SORTED_BY } from './columns.tsx';
import classes from './members-table.module.css';
import { nextSort } from './search.ts';

const ORDERS = { ASC: 'ascending', DESC: 'descending' } as const;

interface HeaderRowProps {
  ids: readonly ColumnId[];
  template: string;
  sort: string | undefined;
  sorted: MemberOrder;
  onSort: (sort: string | undefined) => void;
  selection: Selection<MemberRowFragment>;
  /** Number of rows that are loaded. */
  loaded: number;
}

/** Names of the columns. Those that the service sorts by are buttons. */
export function HeaderRow({ ids, template, sort, sorted, onSort, selection, loaded }: HeaderRowProps) {
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1} className={classes.row} style={{ gridTemplateColumns: template }}>
        <th scope="col" className={classes.heading} data-column="select">
          <AllCheckbox
            label={selectionText.selectAll(loaded, formatNumber(loaded))}
            extent={selection.extent}
            onToggle={selection.toggleAll}
          />
        </th>
        {ids.map((id) => {
          const field = SORTED_BY[id];
          const direction = field === sorted.field ? (sorted.direction ?? 'ASC') : undefined;
          return (
            <th
              key={id}
              scope="col"
              className={classes.heading}
              data-numeric={NUMERIC.includes(id) || undefined}
              data-sorts={field !== undefined || undefined}
              aria-sort={direction ? ORDERS[direction] : undefined}
            >
              {field ? (
                <UnstyledButton
                  className={classes.sorter}
                  title={membersText.sortBy(membersText.columns[id])}
                  onClick={() => onSort(nextSort(sort, field))}
                >
                  {membersText.columns[id]}
                  {direction && <Arrow direction={direction} />}
                </UnstyledButton>
              ) : (
                membersText.columns[id]
              )}
            </th>
          );
        })}
        <th scope="col" className={classes.heading} data-column="actions">
          <VisuallyHidden>{selectionText.actions}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}

function Arrow({ direction }: { direction: 'ASC' | 'DESC' }) {
  return direction === 'DESC' ? (
    <ArrowDownIcon width={14} height={14} aria-hidden />
  ) : (
    <ArrowUpIcon width={14} height={14} aria-hidden />
  );
}
