import { Box } from '@mantine/core';
import { useEffect } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { LatestEventsDocument } from '../../generated/graphql.ts';
import { common } from '../../text/common.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { EventList, NoEvents } from './event-list.tsx';
import type { FeedEvent } from './event-words.ts';

/** Newest events that the panel shows. */
const SHOWN = 20;

interface PanelProps {
  /** Whether an event was not seen when the panel was opened. */
  isNew: (event: FeedEvent) => boolean;
  /** Receives the cursor of the end of the feed when the panel shows it. */
  onSeen: (cursor: string) => void;
  onClose: () => void;
  /** Called when a link of the panel leads to another page, which then takes the focus. */
  onLeave: () => void;
}

/** The newest events, at the side of the page. */
export default function Panel({ isNew, onSeen, onClose, onLeave }: PanelProps) {
  const query = useApiQuery(LatestEventsDocument, { last: SHOWN });
  const cursor = query.data?.events?.nextCursor;
  useEffect(() => {
    if (cursor !== undefined) onSeen(cursor);
  }, [cursor, onSeen]);
  return (
    <SideDrawer
      opened
      title={common.nav.activity}
      size={420}
      tools={
        <PageLink to="/app/activity" onClick={onLeave}>
          All activity
        </PageLink>
      }
      returnFocus={false}
      onClose={onClose}
    >
      <Loaded query={query} lines={8}>
        {({ events }) => {
          const latest = (events?.edges ?? []).map(({ node }) => node).reverse();
          if (latest.length === 0) return <NoEvents />;
          return (
            <Box mx="-md">
              <EventList label={common.nav.activity} events={latest} isNew={isNew} onOpen={onLeave} />
            </Box>
          );
        }}
      </Loaded>
    </SideDrawer>
  );
}
