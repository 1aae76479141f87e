import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { findNode } from '../../../filter/rows.ts';
import { useStore } from '../../../lib/store.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { Branch } from './branch.tsx';
import { useEditor } from './context.ts';
import { useDropMonitor } from './drag.ts';
import classes from './editor.module.css';
import { rowAction, takesKeys } from './keys.ts';
import { useOwnCounts } from './own-counts.ts';

/** The filter as rows. Arrow keys move among them, Enter goes into one, Escape returns to it. */
export function TreeEditor() {
  const tools = useEditor();
  const { editor, active } = tools;
  const root = useStore(editor.state, ({ tree }) => tree.root);
  const [showsOwn] = useOwnCounts();
  const element = useRef<HTMLDivElement>(null);
  const onKeyDown = useRowKeys();
  useDropMonitor(tools);
  useFocusRequests(element);
  const onFocus = (event: FocusEvent) => {
    const row = rowElement(event.target)?.dataset.row;
    if (row !== undefined) active.set(row);
  };
  // Tab must find a row after the active one is gone.
  const isKept = useStore(active, (id) => findNode(root, id) !== undefined);
  useEffect(() => {
    if (!isKept) active.set(root.id);
  }, [isKept, active, root.id]);
  return (
    <div
      ref={element}
      className={classes.tree}
      role="treegrid"
      aria-label={editorText.tree.label}
      aria-describedby="tree-help"
      data-own={showsOwn || undefined}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <Branch node={root} level={1} position={1} size={1} />
    </div>
  );
}

function rowElement(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
}

function useRowKeys() {
  const { act } = useEditor();
  return (event: KeyboardEvent<HTMLDivElement>) => {
    const row = rowElement(event.target);
    const id = row?.dataset.row;
    if (event.defaultPrevented || row === null || id === undefined) return;
    if (event.key === 'Escape') return row.focus();
    if (takesKeys(event.target)) return;
    const action = rowAction(event, id);
    if (action) act(action);
    else if (event.target !== row || !moveFocus(event, row)) return;
    event.preventDefault();
  };
}

/** Moves the focus from a row by the keys of a tree. @returns whether the key does so. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLDivElement>, row: HTMLElement): boolean {
  if (key === 'Enter' || key === 'F2') {
    enterRow(row);
    return true;
  }
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const index = rows.indexOf(row);
  const level = (each: HTMLElement) => Number(each.ariaLevel);
  const target = {
    ArrowUp: rows[index - 1],
    ArrowDown: rows[index + 1],
    Home: rows[0],
    End: rows.at(-1),
    ArrowLeft: rows.slice(0, index).findLast((each) => level(each) < level(row)),
    ArrowRight: rows.slice(index + 1, index + 2).find((each) => level(each) > level(row)),
  }[key];
  target?.focus();
  return target !== undefined;
}

/** Moves the focus to the row that an edit named, once it is there. */
function useFocusRequests(element: { current: HTMLElement | null }): void {
  const { focus, active } = useEditor();
  const request = useStore(focus, (each) => each);
  useEffect(() => {
    if (!request) return;
    const row = element.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(request.id)}"]`);
    active.set(request.id);
    if (row && request.part === 'values') enterRow(row);
    else row?.focus();
  }, [request, element, active]);
}

/** Goes into the values of a condition, or to the first control of a group. */
function enterRow(row: HTMLElement): void {
  const values = row.querySelector<HTMLElement>('[data-part=values]');
  const input = values?.querySelector<HTMLElement>('input');
  const add = [...(values?.querySelectorAll<HTMLElement>('button:not([data-chip])') ?? [])].at(-1);
  if (input) input.focus();
  else if (add) add.click();
  else row.querySelector<HTMLElement>('select, button')?.focus();
}
