import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** List of cards, for what has too much text for a table. @param label names it for screen readers. */
export function Cards({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Safari takes a list without markers for none, unless it has the role.
    <Stack component="ul" role="list" aria-label={label} gap="sm">
      {children}
    </Stack>
  );
}
