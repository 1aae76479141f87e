import { Group, Text } from '@mantine/core';
import { DragHandleDots2Icon } from '@radix-ui/react-icons';
import { type ReactNode, useMemo, useRef } from 'react';
import type { GroupKind, Value } from '../../filter/definition.ts';
import type { NodeFault } from '../../filter/faults.ts';
import type { EditorAction } from '../../filter/history.ts';
import { useStore } from '../../lib/store.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useValueLabels } from '../../preview/value-labels.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { SmallButton } from '../../ui/small-buttons.tsx';
import { killText, NodeCount, type NodePart } from '../numbers/node-count.tsx';
import { useEditor, useNodes } from './context.ts';
import { useDropTarget, useRowDrag } from './drag.ts';
import classes from './editor.module.css';

/** Place of a row among the rows of its group, from 1, and its level, from 1 for the root. */
export interface Place {
  level: number;
  position: number;
  size: number;
  /** How the row combines with those before it; absent for the root. */
  joint?: GroupKind;
}

interface RowShellProps extends Place {
  id: string;
  /** Id of the outermost `not` around it, else its own. */
  nodeId: string;
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
  const { active, act } = useEditor();
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
            <span ref={handle} className={classes.handle} title="Drag to move" aria-hidden="true">
              <DragHandleDots2Icon width={14} height={14} />
            </span>
            <span className={classes.joint}>{position > 1 && joint}</span>
            {/* Pressed if the row is negated, else shown while the row is used. A click takes one of several away. */}
            <button
              type="button"
              className={classes.not}
              aria-pressed={nots > 0}
              title="Keep only companies that this row does not match (!)"
              onClick={() => act({ type: 'negate', id })}
            >
              {Array.from({ length: Math.max(nots, 1) }, () => 'not').join(' ')}
            </button>
          </>
        )}
        {props.children}
        {props.below}
      </div>
      <div {...CELL} className={classes.count}>
        {isUnfinished ? (
          <span className={classes.none}>…</span>
        ) : (
          <RowCount {...{ nodeId, joint, position }} />
        )}
        {props.menu}
      </div>
      {joint && !isUnfinished && <RowBar nodeId={nodeId} />}
    </div>
  );
}

/** What remains after a row, and what it matches by itself. Each number leads to its companies. */
function RowCount({ nodeId, joint, position }: Pick<RowShellProps, 'nodeId' | 'joint' | 'position'>) {
  const { shown } = useEditor();
  const counts = useNodeCounts(nodeId);
  const isCurrent = useNodes((nodes) => nodes.isCurrent);
  const show = (part: NodePart) => shown.set({ nodeId, part });
  return <NodeCount {...counts} {...{ joint, isCurrent }} isFirst={position === 1} onShow={show} />;
}

/** Bar below a row, as long as its share of the companies before it. */
function RowBar({ nodeId }: { nodeId: string }) {
  const share = useNodes(({ counts }) => counts.get(nodeId)?.share ?? 0);
  const isCurrent = useNodes((nodes) => nodes.isCurrent);
  return (
    <span className={classes.bar} data-stale={!isCurrent || undefined} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}

/** Returns the numbers of a node one by one, so that a row renders only when one of its own is another. */
function useNodeCounts(nodeId: string) {
  return {
    alone: useNodes(({ counts }) => counts.get(nodeId)?.alone),
    remaining: useNodes(({ counts }) => counts.get(nodeId)?.remaining),
    before: useNodes(({ counts }) => counts.get(nodeId)?.before),
  };
}

/** Says that a node leaves no company, below its row. */
export function RowKill({ nodeId }: { nodeId: string }) {
  const text = killText(useNodeCounts(nodeId));
  return text && <span className={classes.kills}>{text}</span>;
}

const NONE: readonly Value[] = [];

/** Names the lists that lead back to the edited one, as far as the caller can see them. */
export function useCycleWords(faults: readonly NodeFault[] | undefined): readonly NodeFault[] | undefined {
  const { catalogue } = useEditor();
  const path = faults?.find((fault) => fault.path)?.path ?? NONE;
  // The last one is the edited list.
  const between = useMemo(() => path.slice(0, -1), [path]);
  const names = useValueLabels(catalogue, 'list', between);
  const message =
    names.length === 0
      ? 'A list cannot be a condition of itself.'
      : `This leads back to the list itself: ${[...names, 'this list'].join(' → ')}. A list cannot be a part of itself.`;
  return faults?.map((fault) => (fault.path ? { ...fault, message } : fault));
}

/** Faults of a node in words, each with buttons that mend it. */
export function RowFaults({ faults }: { faults: readonly NodeFault[] }) {
  const { act } = useEditor();
  if (faults.length === 0) return null;
  return (
    <div className={classes.faults} role="alert">
      {faults.map(({ code, valueIndex, message, fixes }) => (
        <Group key={`${code}-${valueIndex}-${message}`} gap="xs">
          <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            {visibleText(message)}
          </Text>
          {fixes.map(({ label, action }) => (
            <SmallButton key={label} size="compact-xs" onClick={() => act(action)}>
              {label}
            </SmallButton>
          ))}
        </Group>
      ))}
    </div>
  );
}

type RowAction = readonly [label: string, action: EditorAction, shortcut?: string];

const actionsOf = (id: string, isNegated: boolean): RowAction[] => [
  [isNegated ? 'Remove “not”' : 'Add “not”', { type: 'negate', id }, '!'],
  ['Duplicate', { type: 'duplicate', id }],
  ['Move up', { type: 'moveBy', id, by: 'up' }, 'Alt ↑'],
  ['Move down', { type: 'moveBy', id, by: 'down' }, 'Alt ↓'],
  ['Move into a group', { type: 'indent', id, into: 'neighbour' }, 'Alt →'],
  ['Move out of the group', { type: 'lift', id }, 'Alt ←'],
  ['Wrap in a group', { type: 'indent', id, into: 'new' }],
  ['Remove', { type: 'remove', id }, 'Del'],
];

interface RowMenuProps {
  id: string;
  /** The row in words. */
  label: string;
  isNegated: boolean;
  isRoot?: boolean;
}

/** Everything that can be done with a row, with its keys. The list is made when it opens. */
export function RowMenu({ id, label, isNegated, isRoot = false }: RowMenuProps) {
  const { act } = useEditor();
  return (
    // A row that moves takes the focus itself.
    <ActionMenu
      label={`More actions: ${label}`}
      returnFocus={false}
      keepMounted={false}
      button={{ className: classes.menu, size: 'sm' }}
      actions={actionsOf(id, isNegated)
        .slice(0, isRoot ? 1 : undefined)
        .map(([text, action, shortcut]) => ({ label: text, shortcut, run: () => act(action) }))}
    />
  );
}

/** Roles of rows whose cells have controls (ARIA's treegrid). Elements of tables would not wrap their cells. */
export const ROW = { role: 'row' } as const;
export const CELL = { role: 'gridcell' } as const;
