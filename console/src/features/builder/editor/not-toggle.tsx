import { editorText } from '../../../text/builder-editor.ts';
import { useEditor } from './context.ts';
import classes from './editor.module.css';

const { not, notHint } = editorText.tree;

interface NotToggleProps {
  id: string;
  /** Number of negations of the row. A definition can have several; a click takes one away. */
  count: number;
}

/** The word "not" before a row: pressed if the row is negated, else shown while the row is used. */
export function NotToggle({ id, count }: NotToggleProps) {
  const { act } = useEditor();
  return (
    <button
      type="button"
      className={classes.not}
      aria-pressed={count > 0}
      title={notHint}
      onClick={() => act({ type: 'negate', id })}
    >
      {Array.from({ length: Math.max(count, 1) }, () => not).join(' ')}
    </button>
  );
}
