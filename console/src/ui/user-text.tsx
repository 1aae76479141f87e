import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { visibleText } from '../lib/visible-text.ts';

interface UserTextProps extends TextProps {
  /** Text that people or imports wrote: names, labels, domains. */
  text: string;
}

/** Shows a text that people wrote on one line. It cannot change the direction of its surroundings; the title has all of it. */
export function UserText({ text, ...props }: UserTextProps) {
  const shown = visibleText(text);
  return (
    <Text component="bdi" display="block" truncate title={shown} inherit {...props}>
      {shown}
    </Text>
  );
}

/** A remark in small letters, below what it is about. */
export const Note = (props: TextProps & { children: ReactNode }) => <Text size="xs" c="dimmed" {...props} />;
