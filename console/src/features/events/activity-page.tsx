import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKey, request } from '../../api/hooks.ts';
import { LatestEventsDocument } from '../../generated/graphql.ts';
import { formatDay } from '../../lib/format.ts';
import { common } from '../../text/common.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { EventList, NoEvents } from './event-list.tsx';
import type { FeedEvent } from './event-words.ts';

const PAGE_SIZE = 50;

/** All events that are kept, by day. */
export default function ActivityPage() {
  const query = useInfiniteQuery({
    queryKey: [...queryKey(LatestEventsDocument), 'all'],
    queryFn: async ({ pageParam, signal }) => {
      const { events } = await request(
        LatestEventsDocument,
        { last: PAGE_SIZE, before: pageParam },
        { signal },
      );
      // The service reports a feed that cannot be read as an error.
      if (!events) throw new TypeError('The answer has no events.');
      return events;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasPreviousPage ? pageInfo.startCursor : undefined),
  });
  return (
    <Page
      title={common.nav.activity}
      subtitle={
        <Text c="dimmed">
          What happened to lists that you can see, to the catalogue and to your organization in the last 30
          days.
        </Text>
      }
    >
      <Loaded query={query} lines={10}>
        {({ pages }) => (
          <Days events={pages.flatMap(({ edges }) => edges.map(({ node }) => node).reverse())} />
        )}
      </Loaded>
      {query.data && (
        <Group justify="center">
          {query.hasNextPage ? (
            <Button
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show older events
            </Button>
          ) : query.data.pages[0]?.edges.length === 0 ? (
            <NoEvents />
          ) : (
            <Text size="sm" c="dimmed">
              Events are kept for 30 days. These are all of them.
            </Text>
          )}
        </Group>
      )}
    </Page>
  );
}

function Days({ events }: { events: readonly FeedEvent[] }) {
  const byDay = new Map<string, FeedEvent[]>();
  for (const event of events) {
    const day = formatDay(event.at);
    byDay.set(day, [...(byDay.get(day) ?? []), event]);
  }
  return (
    <Stack gap="lg">
      {[...byDay].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <Title order={2} mb="xs">
            {day}
          </Title>
          <Paper withBorder>
            <EventList label={day} events={ofDay} />
          </Paper>
        </section>
      ))}
    </Stack>
  );
}
