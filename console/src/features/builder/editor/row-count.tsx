import type { GroupKind } from '../../../filter/definition.ts';
import { NodeCount } from '../numbers/node-count.tsx';
import { useEditor, useNodes } from './context.ts';
import classes from './editor.module.css';

interface RowCountProps {
  nodeId: string;
  /** How the row combines with those before it; undefined for the root. */
  joint: GroupKind | undefined;
  isFirst: boolean;
}

/** What remains after a row, and what it matches by itself. Each number leads to its companies. */
export function RowCount({ nodeId, joint, isFirst }: RowCountProps) {
  const { shown } = useEditor();
  const counts = useNodeCounts(nodeId);
  const isCurrent = useNodes((nodes) => nodes.isCurrent);
  return (
    <NodeCount
      {...counts}
      {...{ joint, isFirst, isCurrent }}
      onShow={(part) => shown.set({ nodeId, part })}
    />
  );
}

/** Bar below a row, as long as its share of the companies before it. */
export function RowBar({ nodeId }: { nodeId: string }) {
  const share = useNodes(({ counts }) => counts.get(nodeId)?.share ?? 0);
  const isCurrent = useNodes((nodes) => nodes.isCurrent);
  return (
    <span className={classes.bar} data-stale={!isCurrent || undefined} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}

/** Returns the numbers of a node one by one, so that a row renders only when one of its own is another. */
export function useNodeCounts(nodeId: string) {
  return {
    alone: useNodes(({ counts }) => counts.get(nodeId)?.alone),
    remaining: useNodes(({ counts }) => counts.get(nodeId)?.remaining),
    before: useNodes(({ counts }) => counts.get(nodeId)?.before),
  };
}
