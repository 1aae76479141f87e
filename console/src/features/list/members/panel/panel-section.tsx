import { Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A part of the panel with its heading. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack component="section" gap="xs" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}
