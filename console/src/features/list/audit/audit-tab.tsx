import { Code, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { usePeople } from '../../../api/people.ts';
import { ListEventsDocument, type ListEventsQuery } from '../../../generated/graphql.ts';
import { visibleLines, visibleText } from '../../../lib/visible-text.ts';
import { column, DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { useListId } from '../search.ts';
import { eventSentence } from './event-sentence.ts';

const PAGE_SIZE = 50;

type AuditLog = NonNullable<NonNullable<ListEventsQuery['list']>['auditLog']>;
type Event = AuditLog['edges'][number]['node'];

/** Everything that was done to a list, newest first: when, who, what. */
export function AuditTab() {
  const listId = useListId();
  const [page, setPage] = useState(1);
  const offset = (page - 1) * PAGE_SIZE;
  const query = useApiQuery(ListEventsDocument, { listId, first: PAGE_SIZE, offset }, { keepPrevious: true });
  return (
    <Loaded query={query} lines={10}>
      {({ list }) => (
        <Stack aria-busy={query.isPlaceholderData}>
          <Events events={(list?.auditLog?.edges ?? []).map(({ node }) => node)} />
          <Pager
            label="Activity"
            total={list?.auditLog?.totalCount ?? 0}
            pageSize={PAGE_SIZE}
            page={page}
            onPage={setPage}
          />
        </Stack>
      )}
    </Loaded>
  );
}

function Events({ events }: { events: readonly Event[] }) {
  const people = usePeople().data ?? [];
  // Disabled people are not among those of the organization, but may be among those who acted.
  const names = new Map([
    ...events.map(({ actor }): [number, string] => [actor.userId, actor.name]),
    ...people.map(({ userId, name }): [number, string] => [userId, name]),
  ]);
  const nameOf = (userId: number) => names.get(userId) ?? `user ${userId}`;
  return (
    <DataTable
      label="Activity"
      rows={events}
      idOf={({ eventId }) => eventId}
      empty={<Empty title="Nothing was done to this list yet." />}
      columns={[
        column<Event>('When', ({ at }) => <TimeAgo at={at} />),
        column<Event>('Who', ({ actor }) => <UserText text={actor.name} maw={180} />),
        column<Event>('What', (event) => <What event={event} nameOf={nameOf} />),
      ]}
    />
  );
}

function What({ event, nameOf }: { event: Event; nameOf: (userId: number) => string }) {
  const { text, rest } = eventSentence(event, nameOf);
  return (
    <>
      <Text component="bdi" display="block" style={{ overflowWrap: 'anywhere' }}>
        {visibleText(text)}
      </Text>
      {rest && (
        <Code block aria-label="Details">
          {visibleLines(JSON.stringify(rest, null, 2))}
        </Code>
      )}
    </>
  );
}
