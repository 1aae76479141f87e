import { DragHandleDots2Icon } from '@radix-ui/react-icons';
import { type ReactNode, useRef } from 'react';
import type { GroupKind } from '../../../filter/definition.ts';
import { useStore } from '../../../lib/store.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { useEditor } from './context.ts';
import { useDropTarget, useRowDrag } from './drag.ts';
import classes from './editor.module.css';
import { NotToggle } from './not-toggle.tsx';
import { CELL } from './roles.ts';
import { RowBar, RowCount } from './row-count.tsx';

/** Place of a row among the rows of its group, from 1, and its level, from 1 for the root. */
export interface Place {
  level: number;
  position: number;
  size: number;
  /** How the row combines with those before it; absent for the root. */
  joint?: GroupKind;
}

interface RowShellProps extends Place {
  /** Id of the condition or group. */
  id: string;
  /** Id of the outermost `not` around it, else its own. */
  nodeId: string;
  /** Number of negations. */
  nots: number;
  /** In words, for screen readers. */
  label: string;
  type: 'group' | 'condition';
  isUnfinished?: boolean;
  isFaulty?: boolean;
  children: ReactNode;
  menu: ReactNode;
  /** Below the words, such as faults. */
  below?: ReactNode;
}

/** Row of the tree: how it joins those before it, its numbers, drop indicator, and its place for the arrow keys. */
export function RowShell(props: RowShellProps) {
  const { id, nodeId, nots, label, level, position, size, joint, type, isUnfinished, isFaulty } = props;
  const isMovable = joint !== undefined;
  const { active } = useEditor();
  const isActive = useStore(active, (each) => each === id);
  const element = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  useRowDrag(id, element, handle, isMovable);
  const edge = useDropTarget(element, { id, type });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of a table cannot be a drop target that wraps
    <div
      ref={element}
      role="row"
      className={classes.row}
      data-row={id}
      data-type={type}
      data-edge={edge}
      data-unfinished={isUnfinished || undefined}
      data-faulty={isFaulty || undefined}
      aria-label={label}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      {...(type === 'group' ? { 'aria-expanded': true } : {})}
      tabIndex={isActive ? 0 : -1}
    >
      <div {...CELL} className={classes.words}>
        {joint && (
          <>
            <span ref={handle} className={classes.handle} title={editorText.tree.move} aria-hidden="true">
              <DragHandleDots2Icon width={14} height={14} />
            </span>
            <span className={classes.joint}>{position > 1 && editorText.tree.joints[joint]}</span>
            <NotToggle id={id} count={nots} />
          </>
        )}
        {props.children}
        {props.below}
      </div>
      <div {...CELL} className={classes.count}>
        {isUnfinished ? (
          <span className={classes.none}>…</span>
        ) : (
          <RowCount {...{ nodeId, joint }} isFirst={position === 1} />
        )}
        {props.menu}
      </div>
      {joint && !isUnfinished && <RowBar nodeId={nodeId} />}
    </div>
  );
}
