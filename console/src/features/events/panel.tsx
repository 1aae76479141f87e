import { Group, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { LatestEventsDocument } from '../../generated/graphql.ts';
import { eventsText } from '../../text/events.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { EventList } from './event-list.tsx';
import type { FeedEvent } from './event-words.ts';
import { NoEvents } from './no-events.tsx';
import classes from './panel.module.css';
import type { Unseen } from './unseen.ts';

/** Newest events that the panel shows. */
const SHOWN = 20;

interface PanelProps {
  /** Events that were not seen when the panel was opened. */
  unseen: Unseen;
  /** Receives the cursor of the end of the feed when the panel shows it. */
  onSeen: (cursor: string) => void;
  onClose: () => void;
}

/** The newest events, below the bell. */
export default function Panel({ unseen: { ids, hasMore }, onSeen, onClose }: PanelProps) {
  const query = useApiQuery(LatestEventsDocument, { last: SHOWN });
  const cursor = query.data?.events?.nextCursor;
  useEffect(() => {
    if (cursor !== undefined) onSeen(cursor);
  }, [cursor, onSeen]);
  return (
    <>
      <Group justify="space-between" className={classes.head}>
        <Title order={2}>{eventsText.title}</Title>
        <PageLink to="/app/events" onClick={onClose}>
          {eventsText.all}
        </PageLink>
      </Group>
      <div className={classes.body}>
        <Loaded query={query} lines={6}>
          {({ events }) => {
            const latest = (events?.edges ?? []).map(({ node }) => node).reverse();
            if (latest.length === 0) return <NoEvents />;
            const isNew = ({ eventId }: FeedEvent) => hasMore || ids.has(eventId);
            return <EventList label={eventsText.title} events={latest} isNew={isNew} onOpen={onClose} />;
          }}
        </Loaded>
      </div>
    </>
  );
}
