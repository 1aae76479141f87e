import { Code, Stack, Text } from '@mantine/core';
import { useApiQuery } from '../../../api/hooks.ts';
import { usePeople } from '../../../api/people.ts';
import { ListEventsDocument, type ListEventsQuery } from '../../../generated/graphql.ts';
import { visibleLines, visibleText } from '../../../lib/visible-text.ts';
import { column } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';
import { usePages } from '../../../ui/pager.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { useListId } from '../search.ts';
import { eventSentence } from './event-sentence.ts';

type AuditLog = NonNullable<NonNullable<ListEventsQuery['list']>['auditLog']>;
type Event = AuditLog['edges'][number]['node'];

/** Everything that was done to a list, newest first: when, who, what. */
export function AuditTab() {
  const listId = useListId();
  const { variables, pages } = usePages(50);
  const query = useApiQuery(ListEventsDocument, { listId, ...variables }, { keepPrevious: true });
  const people = usePeople().data ?? [];
  return (
    <Loaded query={query} lines={10}>
      {({ list }) => {
        const events = (list?.auditLog?.edges ?? []).map(({ node }) => node);
        // Disabled people are not among those of the organization, but may be among those who acted.
        const known = [...events.map(({ actor }) => actor), ...people];
        const names = new Map(known.map(({ userId, name }) => [userId, name]));
        const nameOf = (userId: number) => names.get(userId) ?? `user ${userId}`;
        return (
          <Stack aria-busy={query.isPlaceholderData}>
            <PagedTable
              label="Activity"
              rows={events}
              idOf={({ eventId }) => eventId}
              empty={<Empty title="Nothing was done to this list yet." />}
              columns={[
                column<Event>('When', ({ at }) => <TimeAgo at={at} />),
                column<Event>('Who', ({ actor }) => <UserText text={actor.name} maw={180} />),
                column<Event>('What', (event) => <What event={event} nameOf={nameOf} />),
              ]}
              total={list?.auditLog?.totalCount ?? 0}
              pages={pages}
            />
          </Stack>
        );
      }}
    </Loaded>
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
