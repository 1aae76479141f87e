import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { WebhookEventsDocument } from '../../../generated/graphql.ts';
import { formatMoment } from '../../../lib/format.ts';
import { webhooksText } from '../../../text/webhooks.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import type { Webhook } from './webhook.ts';

const text = webhooksText.replay;
const PAGE = 100;

/** An event of the feed. */
export interface PickedEvent {
  eventId: number;
  /** Cursor that the event follows; null for the oldest that is kept. */
  before: string | null;
}

interface EventPickerProps {
  webhook: Pick<Webhook, 'types' | 'listIds'>;
  value: PickedEvent | undefined;
  onChange: (value: PickedEvent | undefined) => void;
}

/** Asks for an event of those that a webhook sends, page by page from the oldest. */
export function EventPicker({ webhook: { types, listIds }, value, onChange }: EventPickerProps) {
  /** Cursors of the pages up to the current one. */
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  const after = cursors.at(-1) ?? null;
  const page = useApiQuery(WebhookEventsDocument, {
    after,
    first: PAGE,
    types: types.length > 0 ? types : null,
  });
  const turn = (next: readonly (string | null)[]) => {
    setCursors(next);
    onChange(undefined);
  };
  return (
    <Loaded query={page} lines={2}>
      {({ events }) => {
        const edges = events?.edges ?? [];
        const offered = edges.flatMap(({ node }, index) => {
          const isWanted = listIds.length === 0 || (node.listId != null && listIds.includes(node.listId));
          return isWanted ? [{ ...node, before: edges[index - 1]?.cursor ?? after }] : [];
        });
        const pick = (id: string) => onChange(offered.find(({ eventId }) => String(eventId) === id));
        return (
          <Stack gap="xs">
            {offered.length === 0 ? (
              <Text>{text.noEvents}</Text>
            ) : (
              <NativeSelect
                label={text.events}
                value={value?.eventId ?? ''}
                onChange={({ currentTarget }) => pick(currentTarget.value)}
                data={[
                  { value: '', label: text.choose },
                  ...offered.map(({ eventId, type, at }) => ({
                    value: String(eventId),
                    label: `${formatMoment(at)} · ${webhooksText.eventTypes[type]} · ${text.event(eventId)}`,
                  })),
                ]}
              />
            )}
            <Group gap="xs">
              {cursors.length > 1 && (
                <Button size="compact-sm" variant="default" onClick={() => turn(cursors.slice(0, -1))}>
                  {text.earlier}
                </Button>
              )}
              {events?.pageInfo.hasNextPage && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => turn([...cursors, events.nextCursor])}
                >
                  {text.later}
                </Button>
              )}
            </Group>
          </Stack>
        );
      }}
    </Loaded>
  );
}
