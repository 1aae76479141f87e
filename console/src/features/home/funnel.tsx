import type { Catalogue } from '../../filter/catalogue.ts';
import { asGroup, type FilterNode } from '../../filter/definition.ts';
import { type Labels, labelsOf, nodeSentence } from '../../filter/sentence.ts';
import { formatNumber } from '../../lib/format.ts';
import type { Numbers } from '../../preview/preview-request.ts';
import { useKnownLabels } from '../../preview/value-labels.ts';
import { homeText } from '../../text/home.ts';
import { PlainText } from '../../ui/plain-text.tsx';
import classes from './home.module.css';

interface Step {
  words: string;
  count: number;
}

/** The companies that remain after each condition, from all companies to those that match. */
export function Funnel({ catalogue, numbers, all }: { catalogue: Catalogue; numbers: Numbers; all: number }) {
  const labels = labelsOf(catalogue, useKnownLabels());
  const steps = [{ words: homeText.funnel.all, count: all }, ...stepsOf(numbers, labels)];
  return (
    <ol className={classes.funnel} aria-label={homeText.funnel.label}>
      {steps.map(({ words, count }, index) => (
        // A step is known by its place: two conditions may have the same words.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className={classes.step}>
          <span className={classes.stepCount}>{formatNumber(count)}</span>
          <span className={classes.track} aria-hidden="true">
            <span className={classes.bar} style={{ width: `${widthOf(count, all)}%` }} />
          </span>
          <span className={classes.stepWords} title={words}>
            <PlainText text={words} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function stepsOf({ definition: { root }, funnel, total }: Numbers, labels: Labels): Step[] {
  if (root === null) return [];
  const group = asGroup(root);
  const nodes: readonly FilterNode[] = group?.kind === 'and' ? group.children : [root];
  return nodes.map((node, index) => ({
    words: nodeSentence(node, labels, 2),
    count: (nodes.length > 1 ? funnel.get(`/root/and/${index}`)?.remaining : undefined) ?? total,
  }));
}

/** Length of a bar in per cent. The root keeps small numbers visible beside thousands. */
function widthOf(count: number, all: number): number {
  return all === 0 ? 0 : Math.sqrt(Math.min(count / all, 1)) * 100;
}
