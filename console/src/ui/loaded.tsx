import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../text/common.ts';
import { Problem } from './problem.tsx';

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** Lines of the skeleton, at about the height of the content. */
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** Shows the data of a query; before it a skeleton, after a failure the reason with a button to try again. */
export function Loaded<Data>({ query: { data, error, refetch }, lines = 4, children }: LoadedProps<Data>) {
  return (
    <>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data !== undefined ? children(data) : !error && <Lines count={lines} />}
    </>
  );
}

/** A skeleton of lines. */
export const Lines = ({ count }: { count: number }) => (
  <Stack gap="sm" aria-busy="true" role="status" aria-label={common.loading}>
    {Array.from({ length: count }, (_, line) => (
      // The lines are all alike and never change places.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Skeleton key={line} h={18} w={`${90 - (line % 3) * 12}%`} />
    ))}
  </Stack>
);
