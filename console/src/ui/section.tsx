import { Group, Stack, type StackProps, Text, Title } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

interface SectionProps extends StackProps {
  /** Heading, which also names the part for screen readers. */
  title: string;
  /** Stands at the other end of the heading's line. */
  actions?: ReactNode;
  intro?: ReactNode;
  ref?: Ref<HTMLDivElement>;
  tabIndex?: number;
}

/** A part of a page, below its heading. */
export function Section({ title, actions, intro, children, ...stack }: SectionProps) {
  const heading = <Title order={2}>{title}</Title>;
  return (
    <Stack component="section" aria-label={title} gap="sm" {...stack}>
      {actions ? (
        <Group justify="space-between">
          {heading}
          {actions}
        </Group>
      ) : (
        heading
      )}
      {intro && <Text c="dimmed">{intro}</Text>}
      {children}
    </Stack>
  );
}
