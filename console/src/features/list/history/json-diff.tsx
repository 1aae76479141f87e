import { diffLines } from '../../../lib/line-diff.ts';
import { readable } from '../../../lib/readable.ts';
import classes from './diff.module.css';

const MARKS = { same: ' ', added: '+', removed: '−' } as const;

interface JsonDiffProps {
  title: string;
  before: unknown;
  after: unknown;
}

/** Two JSON texts with their differing lines marked. */
export function JsonDiff({ title, before, after }: JsonDiffProps) {
  const lines = diffLines(JSON.stringify(before, null, 2) ?? '', JSON.stringify(after, null, 2) ?? '');
  return (
    // A container that scrolls must take the focus, or the keyboard could not scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.json} aria-label={title} tabIndex={0}>
      <pre>
        {lines.map(({ kind, text }, index) => (
          // Lines have no other identity than their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={index} className={classes.line} data-kind={kind}>
            {`${MARKS[kind]} ${readable(text)}\n`}
          </span>
        ))}
      </pre>
    </section>
  );
}
