import { Button, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type DiffLine, diffLines } from '../lib/line-diff.ts';
import { visibleLines } from '../lib/visible-text.ts';
import classes from './ui.module.css';

/** Sign and colour of a line. */
const MARKS = {
  same: [' ', undefined],
  added: ['+', 'var(--added)'],
  removed: ['−', 'var(--removed)'],
  folded: ['…', 'var(--mantine-color-dimmed)'],
} as const;

/** Lines that are shown at once: a browser needs a second for some ten thousand. */
const PAGE = 1_000;
/** Equal lines that are shown beside each change of a longer difference. */
const CONTEXT = 3;

/** Two JSON texts with their differing lines marked. Of long texts, only changes and their surroundings are shown. */
export function JsonDiff({ title, before, after }: { title: string; before: unknown; after: unknown }) {
  const [most, setMost] = useState(PAGE);
  const lines = useMemo(() => foldLong(diffLines(linesOf(before), linesOf(after))), [before, after]);
  return (
    <Stack gap="xs" align="flex-start">
      {/* A container that scrolls must take the focus, or the keyboard could not scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={classes.json} aria-label={title} tabIndex={0}>
        <pre>
          {lines.slice(0, most).map(({ kind, text }, index) => (
            // Lines have no other identity than their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <span key={index} style={{ display: 'block', color: MARKS[kind][1] }} data-kind={kind}>
              {`${MARKS[kind][0]} ${visibleLines(text)}\n`}
            </span>
          ))}
        </pre>
      </section>
      {lines.length > most && (
        <Button variant="subtle" size="compact-sm" onClick={() => setMost(most + PAGE)}>
          Show more of {lines.length - most} further lines
        </Button>
      )}
    </Stack>
  );
}

const linesOf = (json: unknown) => (JSON.stringify(json, null, 2) ?? '').split('\n');

/** Replaces equal lines that are far from any change by their number, in a long difference. */
function foldLong(lines: readonly DiffLine[]): readonly { kind: keyof typeof MARKS; text: string }[] {
  if (lines.length <= PAGE) return lines;
  const isNear = new Uint8Array(lines.length);
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same') isNear.fill(1, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  const shown: { kind: keyof typeof MARKS; text: string }[] = [];
  for (let at = 0, end = 0; at < lines.length; at = end) {
    while (end < lines.length && isNear[end] === isNear[at]) end += 1;
    if (isNear[at]) for (const line of lines.slice(at, end)) shown.push(line);
    else shown.push({ kind: 'folded', text: end - at === 1 ? 'one equal line' : `${end - at} equal lines` });
  }
  return shown;
}
