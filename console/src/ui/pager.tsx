import { Group, Pagination, Text } from '@mantine/core';
import { formatNumber } from '../lib/format.ts';
import { common } from '../text/common.ts';

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

/** Leads to the pages of a table. It shows nothing while all rows fit on one page. */
export function Pager({ total, pageSize, page, onPage, label }: PagerProps) {
  if (total <= pageSize) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return (
    <Group component="nav" aria-label={common.pager.pagesOf(label)} justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {common.pager.range(formatNumber(first), formatNumber(last), formatNumber(total))}
      </Text>
      <Pagination
        size="sm"
        total={Math.ceil(total / pageSize)}
        value={page}
        onChange={onPage}
        siblings={0}
        getItemProps={(each) => ({ 'aria-label': common.pager.page(formatNumber(each)) })}
        getControlProps={(control) => ({ 'aria-label': common.pager.controls[control] })}
      />
    </Group>
  );
}
