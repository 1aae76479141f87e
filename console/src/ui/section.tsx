import { Group, Stack, type StackProps, Text, Title, type TitleOrder } from '@mantine/core';
import { type ReactNode, type Ref, useId } from 'react';

interface SectionProps extends StackProps {
  title: string;
  order?: TitleOrder;
  /** Stands at the other end of the heading's line. */
  actions?: ReactNode;
  intro?: ReactNode;
  ref?: Ref<HTMLDivElement>;
  tabIndex?: number;
}

/** A part of a page, named by its heading. A table in it needs another name: both are landmarks. */
export function Section({ title, order = 2, actions, intro, children, ...props }: SectionProps) {
  const id = useId();
  const heading = (
    <Title order={order} id={id}>
      {title}
    </Title>
  );
  return (
    <Stack component="section" gap="xs" aria-labelledby={id} {...props}>
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
