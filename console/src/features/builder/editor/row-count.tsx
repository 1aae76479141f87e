import { useEditor, useNodes } from './context.ts';
import { NodeCount } from '../numbers/node-count.tsx';

/** Number of companies that match a node by itself, with its share of the largest count in the tree. */
export function RowCount({ nodeId }: { nodeId: string }) {
  const count = useNodes(({ counts }) => counts.get(nodeId));
  return null;
}
