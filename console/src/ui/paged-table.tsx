import { type ComponentProps, useState } from 'react';
import { DataTable } from './data-table.tsx';
import { Pager } from './pager.tsx';

type TableProps<Row> = ComponentProps<typeof DataTable<Row>>;

interface PagedTableProps<Row> extends TableProps<Row> {
  /** Number of rows on all pages together. */
  total: number;
  pages: Omit<ComponentProps<typeof Pager>, 'label' | 'total'>;
}

/** A page of a table, with links to the others. */
export function PagedTable<Row>({ total, pages, ...table }: PagedTableProps<Row>) {
  return (
    <>
      <DataTable {...table} />
      <Pager label={table.label} total={total} {...pages} />
    </>
  );
}

/** A table of rows that are all there, page by page. Where rows have gone, the last page is shown at most. */
export function TableByPage<Row>({
  rows,
  pageSize,
  ...table
}: TableProps<Row> & { rows: readonly Row[]; pageSize: number }) {
  const [asked, onPage] = useState(1);
  const page = Math.min(asked, Math.max(1, Math.ceil(rows.length / pageSize)));
  return (
    <PagedTable
      {...table}
      rows={rows.slice((page - 1) * pageSize, page * pageSize)}
      total={rows.length}
      pages={{ page, pageSize, onPage }}
    />
  );
}
