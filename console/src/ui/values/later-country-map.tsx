import { Box, Skeleton } from '@mantine/core';
import { type ComponentProps, Suspense } from 'react';
import { later } from '../../api/load-code.ts';
import type { CountryMap } from './country-map.tsx';

const Loaded = later(async () => (await import('./country-map.tsx')).CountryMap);

type MapProps = ComponentProps<typeof CountryMap>;

/**
 * A map of countries (`CountryMap`), with a skeleton of its shape until its code and numbers are there.
 *
 * @param entries undefined while they are counted.
 */
export function LaterCountryMap({
  entries,
  ...props
}: Omit<MapProps, 'entries'> & { entries: MapProps['entries'] | undefined }) {
  const skeleton = (
    <Box maw={760} pb={28}>
      <Skeleton h="auto" style={{ aspectRatio: '26 / 18' }} />
    </Box>
  );
  return (
    <Suspense fallback={skeleton}>{entries ? <Loaded entries={entries} {...props} /> : skeleton}</Suspense>
  );
}
