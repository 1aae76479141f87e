import { killText } from '../numbers/node-count.tsx';
import classes from './editor.module.css';
import { useNodeCounts } from './row-count.tsx';

/** Says that a node leaves no company, below its row. */
export function RowKill({ nodeId }: { nodeId: string }) {
  const text = killText(useNodeCounts(nodeId));
  return text && <span className={classes.kills}>{text}</span>;
}
