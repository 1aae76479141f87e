import { useEffect, useRef } from 'react';
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
  const { catalogue, adding, focus, act } = useEditor();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);
  const add = ({ values, ...rest }: Addition) => {
    // After a complete condition, the user types the next one. An unfinished condition opens its values.
    const keepsFocus = values.length > 0;
    act({ type: 'addCondition', at: { into: id }, values, ...rest }, { keepsFocus });
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
