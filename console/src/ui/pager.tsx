import { Group, Pagination, Text } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../lib/format.ts';

const CONTROLS = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
} as const;

interface PagerProps {
  /** Number of rows on all pages together. */
  total: number;
  pageSize: number;
  /** Number of the page, from 1. */
  page: number;
  onPage: (page: number) => void;
  /** Name of the rows for screen readers, such as "Added domains". */
  label: string;
}

/** Keeps the page of a table: what a query asks for, and what `Pager` shows. It begins with the first one. */
export function usePages(pageSize: number) {
  const [page, onPage] = useState(1);
  return { variables: { first: pageSize, offset: (page - 1) * pageSize }, pages: { page, pageSize, onPage } };
}

/** Leads to the pages of a table. It shows nothing while all rows fit on one page. */
export function Pager({ total, pageSize, page, onPage, label }: PagerProps) {
  if (total <= pageSize) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return (
    <Group component="nav" aria-label={`Pages: ${label}`} justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {`${formatNumber(first)} to ${formatNumber(last)} of ${formatNumber(total)}`}
      </Text>
      <Pagination
        size="sm"
        total={Math.ceil(total / pageSize)}
        value={page}
        onChange={onPage}
        siblings={0}
        getItemProps={(each) => ({ 'aria-label': `Page ${formatNumber(each)}` })}
        getControlProps={(control) => ({ 'aria-label': CONTROLS[control] })}
      />
    </Group>
  );
}
