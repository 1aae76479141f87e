import { NodeCount } from '../numbers/node-count.tsx';
import { useNodes } from './context.ts';

/** Number of companies that match a node by itself, with its share of the largest count in the tree. */
export function RowCount({ nodeId }: { nodeId: string }) {
  const counts = useNodeCounts(nodeId);
  const largest = useNodes(({ largest: each }) => each);
  const isCurrent = useNodes((nodes) => nodes.isCurrent);
  return (
    <NodeCount {...counts} share={largest === 0 ? 0 : (counts.alone ?? 0) / largest} isCurrent={isCurrent} />
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
