import { Text } from '@mantine/core';
import { visibleLines, visibleText } from '../lib/visible-text.ts';
import classes from './ui.module.css';

/** `UserText` without properties of style, at a tenth of its cost, for tables and lists that change at each key. */
export function PlainText({ text }: { text: string }) {
  const shown = visibleText(text);
  return (
    <bdi className={classes.plainText} title={shown}>
      {shown}
    </bdi>
  );
}

/** Shows a text of several lines as somebody wrote it. It cannot change the direction of its surroundings. */
export function WrittenLines({ lines }: { lines: string }) {
  return (
    <Text component="bdi" display="block" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {visibleLines(lines)}
    </Text>
  );
}
