import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKey, request } from '../../api/hooks.ts';
import { LatestEventsDocument } from '../../generated/graphql.ts';
import { formatDay } from '../../lib/format.ts';
import { eventsText } from '../../text/events.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { EventList } from './event-list.tsx';
import type { FeedEvent } from './event-words.ts';
import { NoEvents } from './no-events.tsx';

const PAGE_SIZE = 50;

/** All events that are kept, by day. */
export function EventsPage() {
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
    <Page title={eventsText.title} subtitle={<Text c="dimmed">{eventsText.intro}</Text>}>
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
              {eventsText.older}
            </Button>
          ) : query.data.pages[0]?.edges.length === 0 ? (
            <NoEvents />
          ) : (
            <Text size="sm" c="dimmed">
              {eventsText.end}
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
