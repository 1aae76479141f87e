import { Box, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePeople } from '../../api/people.ts';
import { useViewer } from '../../api/viewer.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { Empty } from '../../ui/empty.tsx';
import { LineIcon } from '../../ui/line-icon.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { type EventWords, eventWords, type FeedEvent } from './event-words.ts';
import classes from './events.module.css';

const ARROWS = 'M1.5 4.5h11m-3-3 3 3-3 3M13.5 10.5h-11m3-3-3 3 3 3';
const SLIDERS = 'M1.5 4.5h6m3 0h3M9 3v3M1.5 10.5h3m3 0h6M6 9v3';
const PERSON = 'M7.5 7.2a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM2.2 13.5c.4-2.6 2.4-4 5.3-4s4.9 1.4 5.3 4';
const BIN = 'M2.5 4h10M5.5 4V2.5h4V4m-6 0 .6 9h6.8l.6-9';
const ARRIVAL = 'M7.5 1.5v8m-3.2-3 3.2 3.2 3.2-3.2M2 10.5v3h11v-3';
const CHECK = 'M7.5 13.5a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM5 7.6l1.8 1.9L10.2 6';
const WARNING = 'M7.5 2 1.2 13h12.6L7.5 2Zm0 4.2v3.3m0 1.2v1';
const DOT = 'M7.5 9.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z';

const ICONS: { readonly [Type in FeedEvent['type']]?: string } = {
  LIST_MEMBERS_CHANGED: ARROWS,
  LIST_DEFINITION_CHANGED: SLIDERS,
  LIST_SHARED: PERSON,
  LIST_UNSHARED: PERSON,
  LIST_TRANSFERRED: PERSON,
  LIST_DELETED: BIN,
  CATALOGUE_IMPORTED: ARRIVAL,
  FLAG_RESOLVED: CHECK,
  JOB_FINISHED: CHECK,
  JOB_AWAITING_APPROVAL: CHECK,
  WEBHOOK_DISABLED: WARNING,
  CREDITS_LOW: WARNING,
};

interface EventListProps {
  label: string;
  /** The newest first. */
  events: readonly FeedEvent[];
  isNew?: (event: FeedEvent) => boolean;
  /** Called when an event leads to another page. */
  onOpen?: () => void;
}

/** Events as sentences that lead to what they tell of. */
export function EventList({ label, events, isNew = () => false, onOpen }: EventListProps) {
  const me = useViewer().data?.viewer.user.userId ?? 0;
  const people = usePeople().data ?? [];
  const names = new Map(people.map(({ userId, name }) => [userId, name]));
  return (
    // Safari takes a list without markers for none, unless it has the role.
    <Box component="ul" role="list" aria-label={label} className={classes.list}>
      {events.map((event) => (
        <li key={event.eventId}>
          <Row
            {...eventWords(event, { me, nameOf: (id) => names.get(id) })}
            {...{ event, onOpen }}
            isNew={isNew(event)}
          />
        </li>
      ))}
    </Box>
  );
}

interface RowProps extends EventWords {
  event: FeedEvent;
  isNew: boolean;
  onOpen: (() => void) | undefined;
}

function Row({ event: { type, at }, text, link, isNew, onOpen }: RowProps) {
  const path = ICONS[type] ?? DOT;
  const content = (
    <>
      <span className={classes.icon} data-warning={path === WARNING || undefined}>
        <LineIcon path={path} />
      </span>
      <span className={classes.words}>
        <bdi className={classes.sentence}>{visibleText(text)}</bdi>
        <Text component="span" size="xs" c="dimmed">
          <TimeAgo at={at} />
        </Text>
      </span>
      {isNew && (
        <span className={classes.dot}>
          <VisuallyHidden>New</VisuallyHidden>
        </span>
      )}
    </>
  );
  if (!link) return <div className={classes.row}>{content}</div>;
  return (
    <Link {...link} className={classes.row} data-link preload={false} {...(onOpen && { onClick: onOpen })}>
      {content}
    </Link>
  );
}

/** Says that there are no events, and how to get some. */
export function NoEvents() {
  return (
    <Empty title="No events in the last 30 days">
      <Text maw="60ch" px="md">
        Watch a list. Each import, and each change of the list, then says here which companies came and went.
      </Text>
    </Empty>
  );
}
