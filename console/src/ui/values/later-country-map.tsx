import { Box, Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';
import { patiently } from '../../api/load-code.ts';
import type { CountryMap } from './country-map.tsx';

const Loaded = lazy(patiently(async () => ({ default: (await import('./country-map.tsx')).CountryMap })));

type MapProps = Omit<ComponentProps<typeof CountryMap>, 'entries'> & {
  /** Undefined while they are counted. */
  entries: ComponentProps<typeof CountryMap>['entries'] | undefined;
};

/** A map of countries (`CountryMap`), with a skeleton of its shape until its code and numbers are there. */
export function LaterCountryMap({ entries, ...props }: MapProps) {
  const skeleton = (
    <Box maw={760} pb={28}>
      <Skeleton h="auto" style={{ aspectRatio: '26 / 18' }} />
    </Box>
  );
  return (
    <Suspense fallback={skeleton}>{entries ? <Loaded entries={entries} {...props} /> : skeleton}</Suspense>
  );
}
