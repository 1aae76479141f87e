import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** An empty state: what is missing, and what to do first. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py={48} ta="center">
      <Text fw={600} size="lg">
        {title}
      </Text>
      {children}
    </Stack>
  );
}
