import type { Operation } from '@atlaskit/pragmatic-drag-and-drop-hitbox/list-item';
import { type RefObject, useEffect, useState } from 'react';
import { patiently } from '../../api/load-code.ts';
import type { At } from '../../filter/edit-actions.ts';
import { findNode } from '../../filter/rows.ts';
import type { Tree } from '../../filter/tree.ts';
import { Store, useStore } from '../../lib/store.ts';
import { type EditorTools, useEditor } from './context.ts';

/** Row or end of a group under the pointer. */
type Target = { id: string; type: 'group' | 'condition' | 'end' };

const KEY = 'company-data.row';
const ID = 'company-data.target';
const TYPE = 'company-data.target-type';

/** Undefined until there is a row to drag: the first load has a budget. */
const library = new Store<typeof import('./drag-library.ts') | undefined>(undefined);

const loadLibrary = patiently(async () => library.set(await import('./drag-library.ts')));

const useLibrary = () => useStore(library, (each) => each);

/** Lets a row be dragged by its handle. */
export function useRowDrag(
  id: string,
  element: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  isMovable: boolean,
): void {
  const drag = useLibrary();
  useEffect(() => {
    if (isMovable && !drag) void loadLibrary();
    if (!element.current || !handle.current || !isMovable || !drag) return;
    return drag.draggable({
      element: element.current,
      dragHandle: handle.current,
      getInitialData: () => ({ [KEY]: id }),
      onDragStart: () => element.current?.setAttribute('data-dragged', ''),
      onDrop: () => element.current?.removeAttribute('data-dragged'),
    });
  }, [drag, id, element, handle, isMovable]);
}

/** Makes a row take dragged rows. @returns the edge for the indicator while a row is above it. */
export function useDropTarget(
  element: RefObject<HTMLElement | null>,
  { id, type }: Target,
): Operation | undefined {
  const { editor } = useEditor();
  const drag = useLibrary();
  const [edge, setEdge] = useState<Operation>();
  useEffect(() => {
    if (!element.current || !drag) return;
    return drag.dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => canTake(editor.tree, String(source.data[KEY] ?? ''), id),
      getData: ({ input, element: target }) =>
        drag.attachInstruction(
          { [ID]: id, [TYPE]: type },
          { input, element: target, operations: operationsOf(editor.tree, { id, type }) },
        ),
      onDrag: ({ self }) => setEdge(drag.extractInstruction(self.data)?.operation),
      onDragLeave: () => setEdge(undefined),
      onDrop: () => setEdge(undefined),
    });
  }, [drag, element, editor, id, type]);
  return edge;
}

/** Conditions have places above and below; a group takes rows; before the root there is no place. */
function operationsOf({ root }: Tree, { id, type }: Target) {
  if (type === 'condition') return { 'reorder-before': 'available', 'reorder-after': 'available' } as const;
  if (type === 'end' || id === root.id) return { combine: 'available' } as const;
  return { 'reorder-before': 'available', combine: 'available' } as const;
}

function canTake({ root }: Tree, dragged: string, target: string): boolean {
  const node = dragged === '' ? undefined : findNode(root, dragged);
  return node !== undefined && findNode(node, target) === undefined;
}

/** Moves rows when they are dropped. */
export function useDropMonitor({ editor, act }: EditorTools): void {
  const drag = useLibrary();
  useEffect(
    () =>
      drag?.monitorForElements({
        canMonitor: ({ source }) => KEY in source.data,
        onDrop: ({ source, location }) => {
          const [target] = location.current.dropTargets;
          const operation = target && drag.extractInstruction(target.data)?.operation;
          if (!target || !operation) return;
          const to = placeOf(editor.tree, String(target.data[ID]), target.data[TYPE] === 'end', operation);
          act({ type: 'move', id: String(source.data[KEY]), to });
        },
      }),
    [drag, editor, act],
  );
}

/** Rows that are dropped on the head of a group come first in it; on its end, last. */
function placeOf({ root }: Tree, id: string, isEnd: boolean, operation: Operation): At {
  if (operation === 'reorder-before') return { before: id };
  if (operation === 'reorder-after') return { after: id };
  const group = findNode(root, id);
  const first = group && 'children' in group ? group.children[0] : undefined;
  return isEnd || !first ? { into: id } : { before: first.id };
}
