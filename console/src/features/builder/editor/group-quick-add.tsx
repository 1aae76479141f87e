import { useEffect, useRef } from 'react';
import { additionTo } from '../../../filter/joining.ts';
import type { Addition } from '../adding/addition.ts';
import { QuickAdd } from '../adding/quick-add.tsx';
import { useEditor } from './context.ts';
import classes from './editor.module.css';

interface GroupQuickAddProps {
  id: string;
  /** Whether it was opened for this group, and so takes the focus. */
  isOpen: boolean;
}

/** Input that adds conditions to a group, one after the other. Escape returns to the row of the group. */
export function GroupQuickAdd({ id, isOpen }: GroupQuickAddProps) {
  const { editor, catalogue, adding, focus, act } = useEditor();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);
  const add = (addition: Addition) => {
    // After a complete condition, the user types the next one. An unfinished condition opens its values.
    const keepsFocus = addition.values.length > 0;
    act(additionTo(editor.tree, id, addition, catalogue), { keepsFocus });
  };
  const leave = () => {
    adding.set(undefined);
    focus.set({ id });
  };
  return (
    <div className={classes.adding}>
      <QuickAdd ref={input} catalogue={catalogue} onAdd={add} onLeave={leave} />
    </div>
  );
}
