import { VisuallyHidden } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { type FocusEvent, type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { additionTo } from '../../filter/edit-actions.ts';
import type { Addition } from '../../filter/rank.ts';
import { coreOf, findNode } from '../../filter/rows.ts';
import type { EditorNode } from '../../filter/tree.ts';
import { useStore } from '../../lib/store.ts';
import { SmallButton } from '../../ui/small-buttons.tsx';
import { QuickAdd } from '../adding/quick-add.tsx';
import { ConditionRow, GroupRow } from './condition-row.tsx';
import { useEditor } from './context.ts';
import { useDropMonitor, useDropTarget } from './drag.ts';
import classes from './editor.module.css';
import { rowAction, takesKeys } from './keys.ts';
import { CELL, type Place, ROW } from './row-shell.tsx';
import { useOwnCounts } from './toolbar.tsx';

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
    <>
      <div
        ref={element}
        className={classes.tree}
        role="treegrid"
        aria-label="Conditions of the filter"
        aria-describedby="tree-help"
        data-own={showsOwn || undefined}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <Branch node={root} level={1} position={1} size={1} />
      </div>
      <VisuallyHidden id="tree-help">
        Arrow keys move between rows. Enter edits a row, Escape returns to it. Alt with arrow keys moves a
        row. “!” adds or removes “not”, Delete removes the row.
      </VisuallyHidden>
    </>
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

/**
 * A node with everything below it: a condition is a row, a group a card with its rows and its end. Nodes keep their
 * identity until they change themselves, so that memo renders one row instead of all.
 */
const Branch = memo(function Branch({ node, ...place }: Place & { node: EditorNode }) {
  const core = coreOf(node);
  const own = { ...place, id: core.id, nodeId: node.id, nots: notsOf(node) };
  if (core.kind === 'condition') return <ConditionRow item={core} {...own} />;
  const { id, kind, children } = core;
  const level = place.level + 1;
  return (
    <div
      className={place.joint ? classes.group : undefined}
      data-kind={kind}
      data-negated={own.nots % 2 === 1 || undefined}
    >
      <GroupRow kind={kind} isEmpty={children.length === 0} {...own} />
      {children.map((child, index) => (
        <Branch
          key={coreOf(child).id}
          node={child}
          level={level}
          position={index + 1}
          size={children.length}
          joint={kind}
        />
      ))}
      <EndRow id={id} isRoot={!place.joint} />
    </div>
  );
});

/** Number of `not` around the condition or group of a row. */
function notsOf(node: EditorNode): number {
  return node.kind === 'not' ? 1 + notsOf(node.child) : 0;
}

/** End of a group: adds a condition or a group to it. The root always shows the input for conditions. */
const EndRow = memo(function EndRow({ id, isRoot }: { id: string; isRoot: boolean }) {
  const { adding, act } = useEditor();
  const isOpen = useStore(adding, (each) => each === id);
  const element = useRef<HTMLDivElement>(null);
  const edge = useDropTarget(element, { id, type: 'end' });
  const addGroup = () => act({ type: 'addGroup', at: { into: id }, kind: 'or' });
  return (
    <div ref={element} {...ROW} className={classes.end} data-end={id} data-edge={edge}>
      <div {...CELL} className={classes.ends}>
        {isRoot || isOpen ? (
          <GroupQuickAdd id={id} isOpen={isOpen && !isRoot} />
        ) : (
          <AddButton what="condition" onClick={() => adding.set(id)} />
        )}
        <AddButton what="group" onClick={addGroup} />
      </div>
    </div>
  );
});

const AddButton = ({ what, onClick }: { what: string; onClick: () => void }) => (
  <SmallButton variant="subtle" icon={PlusIcon} aria-label={`Add a ${what} to this group`} onClick={onClick}>
    {what}
  </SmallButton>
);

/**
 * Input that adds conditions to a group, one after the other. Escape returns to the row of the group.
 *
 * @param isOpen whether it was opened for this group, and so takes the focus.
 */
function GroupQuickAdd({ id, isOpen }: { id: string; isOpen: boolean }) {
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
