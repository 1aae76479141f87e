import { UnstyledButton } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon } from '@radix-ui/react-icons';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { companiesText } from '../../../text/companies.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import classes from './partner-table.module.css';
import type { PartnerColumn, PartnerSort } from './sort-partners.ts';
import type { Partnership } from './use-partners.ts';

const texts = companiesText.partners;
const COLUMNS: readonly PartnerColumn[] = ['name', 'first', 'last', 'count'];

interface PartnerTableProps {
  partnerships: readonly Partnership[];
  sort: PartnerSort;
  onSort: (column: PartnerColumn) => void;
}

/** Partners with the days and the number of their observations. */
export function PartnerTable({ partnerships, sort, onSort }: PartnerTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
    <section className={classes.region} tabIndex={0} aria-label={texts.region}>
      <table className={classes.table} aria-label={texts.caption}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <Heading key={column} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {partnerships.map((partnership) => (
            <Row key={partnership.partnerSlug} partnership={partnership} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadingProps extends Omit<PartnerTableProps, 'partnerships'> {
  column: PartnerColumn;
}

function Heading({ column, sort, onSort }: HeadingProps) {
  const isSorted = sort.column === column;
  const Arrow = sort.isDescending ? ArrowDownIcon : ArrowUpIcon;
  return (
    <th
      scope="col"
      data-column={column}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <UnstyledButton className={classes.sorter} onClick={() => onSort(column)}>
        {texts.columns[column]}
        {isSorted && <Arrow width={14} height={14} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}

function Row({ partnership }: { partnership: Partnership }) {
  const { partnerName, partnerSlug, firstObservedAt, lastObservedAt, observationCount, partner } =
    partnership;
  const { industry } = partner.firmographics;
  return (
    <tr>
      <td>
        <PageLink to="/app/companies/$identifier" params={{ identifier: partnerSlug }} display="block">
          <UserText text={partnerName} />
        </PageLink>
        {industry && <UserText text={industry} fz="xs" c="dimmed" />}
      </td>
      <td data-column="first">
        <time dateTime={firstObservedAt}>{formatDay(firstObservedAt)}</time>
      </td>
      <td data-column="last">
        <time dateTime={lastObservedAt}>{formatDay(lastObservedAt)}</time>
      </td>
      <td data-column="count">{formatNumber(observationCount)}</td>
    </tr>
  );
}
