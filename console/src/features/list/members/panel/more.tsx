import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../../../../text/common.ts';

interface MoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** How many of how many are shown. */
  children: ReactNode;
}

/** Says how much of a table is shown, and loads the next page. */
export function More({ query, children }: MoreProps) {
  return (
    <Group justify="space-between">
      <Text size="xs" c="dimmed" role="status">
        {children}
      </Text>
      {query.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {common.showMore}
        </Button>
      )}
    </Group>
  );
}
