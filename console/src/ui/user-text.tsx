import { Text, type TextProps } from '@mantine/core';

interface UserTextProps extends TextProps {
  /** Text that people or imports wrote: names, labels, domains. */
  text: string;
}

/** Controls that change the direction of everything after them, and characters without a shape. */
const CONTROLS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Shows a text that people wrote on one line. It cannot change the direction of its surroundings; the title has all of it. */
export function UserText({ text, ...props }: UserTextProps) {
  const shown = text.replace(CONTROLS, '\u2426');
  return (
    <Text component="bdi" display="block" truncate title={shown} inherit {...props}>
      {shown}
    </Text>
  );
}
