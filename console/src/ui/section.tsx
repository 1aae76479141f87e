import { Stack, type StackProps, Title, type TitleOrder } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps extends StackProps {
  title: string;
  order?: TitleOrder;
  children: ReactNode;
}

/** A part of a page, named by its heading. A table in it needs another name: both are landmarks. */
export function Section({ title, order = 2, children, ...props }: SectionProps) {
  const id = useId();
  return (
    <Stack component="section" gap="xs" aria-labelledby={id} {...props}>
      <Title order={order} id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}
