import { Drawer, Group } from '@mantine/core';
import { useEffect } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { LatestEventsDocument } from '../../generated/graphql.ts';
import { common } from '../../text/common.ts';
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
  /** Called when a link of the panel leads to another page, which then takes the focus. */
  onLeave: () => void;
}

/** The newest events, at the side of the page. */
export default function Panel({ unseen: { ids, hasMore }, onSeen, onClose, onLeave }: PanelProps) {
  const query = useApiQuery(LatestEventsDocument, { last: SHOWN });
  const cursor = query.data?.events?.nextCursor;
  useEffect(() => {
    if (cursor !== undefined) onSeen(cursor);
  }, [cursor, onSeen]);
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={420} returnFocus={false}>
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content>
        {/* Screen readers would announce a <header> as a second banner of the page. */}
        <Drawer.Header role="presentation" className={classes.head}>
          <Drawer.Title fw={650} fz="lg">
            {eventsText.title}
          </Drawer.Title>
          <Group gap="md" wrap="nowrap">
            <PageLink to="/app/events" onClick={onLeave}>
              {eventsText.all}
            </PageLink>
            <Drawer.CloseButton aria-label={common.close} data-autofocus />
          </Group>
        </Drawer.Header>
        <Drawer.Body p={0}>
          <Loaded query={query} lines={8}>
            {({ events }) => {
              const latest = (events?.edges ?? []).map(({ node }) => node).reverse();
              if (latest.length === 0) return <NoEvents />;
              const isNew = ({ eventId }: FeedEvent) => hasMore || ids.has(eventId);
              return <EventList label={eventsText.title} events={latest} isNew={isNew} onOpen={onLeave} />;
            }}
          </Loaded>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
