import { Skeleton } from '@mantine/core';
import { type ComponentProps, Suspense } from 'react';
import { later } from '../../api/load-code.ts';
import type { Histogram } from './histogram.tsx';

/** The builder does not wait for the code of histograms: few filters begin with one. */
const Loaded = later(async () => (await import('./histogram.tsx')).Histogram);

/** A histogram (`Histogram`), with a skeleton of its height until its code is there. */
export function LaterHistogram(props: ComponentProps<typeof Histogram>) {
  return (
    <Suspense fallback={<Skeleton h={126} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
