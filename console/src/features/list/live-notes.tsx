import { CloseButton } from '@mantine/core';
import { LightningBoltIcon } from '@radix-ui/react-icons';
import { listText } from '../../text/list.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import type { LiveNote } from './live-note.ts';
import classes from './live-notes.module.css';

interface LiveNotesProps {
  notes: readonly LiveNote[];
  onDismiss: (note: LiveNote) => void;
}

/** Says quietly who changed the list while it was open. The region exists before its first note, so that it is read out. */
export function LiveNotes({ notes, onDismiss }: LiveNotesProps) {
  return (
    <div role="status" aria-label={listText.live.label} className={classes.notes}>
      {notes.map((note) => (
        <div key={note.kind} className={classes.note}>
          <LightningBoltIcon width={16} height={16} aria-hidden />
          <span className={classes.message}>
            {note.message} <TimeAgo at={note.at} />
          </span>
          <CloseButton size="sm" aria-label={listText.live.dismiss} onClick={() => onDismiss(note)} />
        </div>
      ))}
    </div>
  );
}
