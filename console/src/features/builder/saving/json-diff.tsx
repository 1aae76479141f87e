import { useMemo } from 'react';
import type { Definition } from '../../../filter/definition.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { diffLines } from './line-diff.ts';
import classes from './saving.module.css';

const linesOf = (definition: Definition) => JSON.stringify(definition, null, 2).split('\n');

/** The difference of two definitions as lines of JSON. */
export function JsonDiff({ before, after }: { before: Definition; after: Definition }) {
  const lines = useMemo(() => diffLines(linesOf(before), linesOf(after)), [before, after]);
  return (
    // A long definition scrolls by keys as well.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.json} tabIndex={0} aria-label={editorText.review.json}>
      {lines.map(({ sign, text }, index) => (
        // Lines repeat, and never change places while they are shown.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} data-sign={sign}>
          {sign} {text}
        </div>
      ))}
    </section>
  );
}
