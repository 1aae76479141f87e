import { NodeCount } from '../numbers/node-count.tsx';
import { useNodes } from './context.ts';

/** Number of companies that match a node by itself, with its share of the largest count in the tree. */
export function RowCount({ nodeId }: { nodeId: string }) {
  const count = useNodes(({ counts }) => counts.get(nodeId));
  const largest = useNodes(({ largest: each }) => each);
  const isCurrent = useNodes((nodes) => nodes.isCurrent);
  return <NodeCount count={count} share={largest === 0 ? 0 : (count ?? 0) / largest} isCurrent={isCurrent} />;
}
