import { Text } from '@mantine/core';
import { use } from 'react';
import { evidenceOf, type Sighting, shortReasons, sightingsOf } from '../../../filter/reasons.ts';
import type { Labels } from '../../../filter/sentence.ts';
import type { MemberRowFragment } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { HoverNote } from '../../../ui/hover-note.tsx';
import { RowIsReachable } from '../../../ui/virtual-row.tsx';
import classes from './members.module.css';

/** Dated evidence of a member; none if it was added by hand. */
const seenOf = ({ source, reasons }: MemberRowFragment, labels: Labels): readonly Sighting[] =>
  source === 'ADDED' ? [] : sightingsOf(reasons, labels);

/** Says in a line by what a member was matched, with the day of each sighting. */
export function evidenceText(member: MemberRowFragment, labels: Labels): string {
  const seen = seenOf(member, labels).map(({ what, day }) => `${what} · ${day}`);
  if (seen.length > 0) return seen.join(', ');
  if (member.source === 'ADDED') return 'added by hand';
  return shortReasons(member.reasons, labels) || 'the filter as a whole';
}

/** What a member was matched by. The tier's window is a note on it. */
export function EvidenceCell({ member, labels }: { member: MemberRowFragment; labels: Labels }) {
  const isReachable = use(RowIsReachable);
  const sightings = seenOf(member, labels);
  const label = visibleText(evidenceText(member, labels));
  if (sightings.length === 0) {
    return (
      <bdi className={classes.text} data-dimmed title={label}>
        {label}
      </bdi>
    );
  }
  return (
    <HoverNote
      label={label}
      className={classes.text}
      tabIndex={isReachable ? 0 : -1}
      note={() => <Windows sightings={sightings} asOf={labels.asOf} />}
    >
      {sightings.map(({ what, day }, index) => (
        // The order is that of the filter, which may name a value twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={index} className={classes.sighting}>
          <bdi>{visibleText(what)}</bdi> · <span className={classes.day}>{day}</span>
        </span>
      ))}
    </HoverNote>
  );
}

function Windows({ sightings, asOf }: { sightings: readonly Sighting[]; asOf: string | undefined }) {
  return sightings.map(({ what, day, verdict }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <div key={index}>
      <bdi>{visibleText(what)}</bdi> · {day}
      <Text fz="xs" c="dimmed">
        {evidenceOf(verdict, asOf)?.meaning}
      </Text>
    </div>
  ));
}
