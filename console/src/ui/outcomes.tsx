import { CheckIcon, Cross2Icon, MinusIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import type { OutcomeNode } from '../filter/outcomes.ts';
import classes from './ui.module.css';

const text = {
  met: 'met',
  failed: 'not met',
  unneeded: 'not met, and not needed',
  kinds: { all: 'all of:', any: 'any of:' },
} as const;
const ICONS = { met: CheckIcon, failed: Cross2Icon, unneeded: MinusIcon } as const;

interface OutcomesProps<V> {
  label: string;
  /** The filter as a whole. */
  root: OutcomeNode<V>;
  /** Shows a condition in words. */
  render: (verdict: V) => ReactNode;
}

/** A filter as a tree, each condition and group with its outcome for one company. */
export function Outcomes<V>({ label, root, render }: OutcomesProps<V>) {
  // That all conditions are needed goes without saying.
  const nodes = root.kind === 'all' ? root.children : [root];
  return <Nodes label={label} nodes={nodes} render={render} />;
}

interface NodesProps<V> {
  label?: string;
  nodes: readonly OutcomeNode<V>[];
  render: (verdict: V) => ReactNode;
}

function Nodes<V>({ label, nodes, render }: NodesProps<V>) {
  return (
    <ul className={classes.outcomes} aria-label={label}>
      {nodes.map((node, index) => {
        const Icon = ICONS[node.outcome];
        return (
          // Nodes are in the order of the filter, which may have the same one twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className={classes.node} data-outcome={node.outcome}>
            <Icon width={18} height={18} role="img" aria-label={text[node.outcome]} />
            <div>
              {node.kind === 'condition' ? (
                render(node.verdict)
              ) : (
                <>
                  {text.kinds[node.kind]}
                  <Nodes nodes={node.children} render={render} />
                </>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
