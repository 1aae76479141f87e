import { createContext, use } from 'react';
import { evidenceOf, type Sighting, shortReasons, sightingsOf } from '../../../filter/reasons.ts';
import type { Labels } from '../../../filter/sentence.ts';
import type { MemberRowFragment } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { membersText } from '../../../text/members.ts';
import { HoverNote } from '../../../ui/hover-note.tsx';
import classes from './members-table.module.css';

/** Whether Tab reaches the row that a cell is in. */
export const RowIsReachable = createContext(false);

interface EvidenceCellProps {
  member: MemberRowFragment;
  labels: Labels;
}

/** What a member was matched by, with the day of each sighting. The tier's window is a note on it. */
export function EvidenceCell({ member: { source, reasons }, labels }: EvidenceCellProps) {
  const isReachable = use(RowIsReachable);
  const sightings = source === 'ADDED' ? [] : sightingsOf(reasons, labels);
  if (sightings.length === 0) {
    const reason = source === 'ADDED' ? membersText.addedByHand : shortReasons(reasons, labels);
    const shown = visibleText(reason || membersText.noReason);
    return (
      <bdi className={classes.text} data-dimmed title={shown}>
        {shown}
      </bdi>
    );
  }
  const label = sightings.map(({ what, day }) => `${what} · ${day}`).join(', ');
  return (
    <HoverNote
      label={visibleText(label)}
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
      <div className={classes.evidence}>{evidenceOf(verdict, asOf)?.meaning}</div>
    </div>
  ));
}
