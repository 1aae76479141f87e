import { DragHandleDots2Icon } from '@radix-ui/react-icons';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import { useStore } from '../../../lib/store.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { useEditor } from './context.ts';
import { useDropTarget, useRowDrag } from './drag.ts';
import classes from './editor.module.css';
import { CELL } from './roles.ts';

interface RowShellProps {
  id: string;
  /** In words, for screen readers. */
  label: string;
  level: number;
  position: number;
  size: number;
  type: 'group' | 'condition';
  isMovable: boolean;
  isUnfinished?: boolean;
  isFaulty?: boolean;
  children: ReactNode;
  /** Cell at the right end. */
  count: ReactNode;
  /** Below the row, such as faults. */
  below?: ReactNode;
}

/** Row of the tree: level, handle, drop indicator, and its place among the rows that arrow keys visit. */
export function RowShell(props: RowShellProps) {
  const { id, label, level, position, size, type, isMovable, isUnfinished, isFaulty } = props;
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
      style={{ '--level': level - 1 } as CSSProperties}
    >
      <div {...CELL} className={classes.words}>
        {isMovable && (
          <span ref={handle} className={classes.handle} title={editorText.tree.move} aria-hidden="true">
            <DragHandleDots2Icon width={14} height={14} />
          </span>
        )}
        {props.children}
        {props.below}
      </div>
      <div {...CELL} className={classes.count}>
        {props.count}
      </div>
    </div>
  );
}
