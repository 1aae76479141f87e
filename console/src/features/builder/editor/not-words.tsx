import { UnstyledButton } from '@mantine/core';
import { editorText } from '../../../text/builder-editor.ts';
import { useEditor } from './context.ts';
import classes from './editor.module.css';

const { not, removeNot } = editorText.tree;

/** The word "not" before a row, once for each `not` node; a click takes one away. */
export function NotWords({ id, count }: { id: string; count: number }) {
  const { act } = useEditor();
  if (count === 0) return null;
  return (
    <UnstyledButton
      className={classes.not}
      title={removeNot}
      aria-label={removeNot}
      onClick={() => act({ type: 'negate', id })}
    >
      {Array.from({ length: count }, () => not).join(' ')}
    </UnstyledButton>
  );
}
