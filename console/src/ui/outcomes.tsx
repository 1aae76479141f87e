import { CheckIcon, Cross2Icon, MinusIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import type { OutcomeNode } from '../filter/outcomes.ts';
import classes from './ui.module.css';

const ICONS = {
  met: [CheckIcon, 'met'],
  failed: [Cross2Icon, 'not met'],
  unneeded: [MinusIcon, 'not met, and not needed'],
} as const;

interface OutcomesProps<V> {
  label?: string;
  root: OutcomeNode<V>;
  /** Shows a condition in words. */
  render: (verdict: V) => ReactNode;
}

/** A filter as a tree, each condition and group with its outcome for one company. */
export function Outcomes<V>({ label, root, render }: OutcomesProps<V>) {
  // That all conditions are needed goes without saying.
  const nodes = root.kind === 'all' ? root.children : [root];
  return (
    <ul className={classes.outcomes} aria-label={label}>
      {nodes.map((node, index) => {
        const [Icon, outcome] = ICONS[node.outcome];
        return (
          // Nodes are in the order of the filter, which may have the same one twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className={classes.node} data-outcome={node.outcome}>
            <Icon width={18} height={18} role="img" aria-label={outcome} />
            <div>
              {node.kind === 'condition' ? (
                render(node.verdict)
              ) : (
                <>
                  {`${node.kind} of:`}
                  <Outcomes root={{ ...node, kind: 'all' }} render={render} />
                </>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
