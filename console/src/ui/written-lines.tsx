import { Text } from '@mantine/core';
import { visibleLines } from '../lib/visible-text.ts';

interface WrittenLinesProps {
  /** Text of several lines that somebody wrote. */
  lines: string;
}

/** Shows a text of several lines as it was written. It cannot change the direction of its surroundings. */
export function WrittenLines({ lines }: WrittenLinesProps) {
  return (
    <Text component="bdi" display="block" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {visibleLines(lines)}
    </Text>
  );
}
