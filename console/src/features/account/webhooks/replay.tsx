import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CompanyDataError } from '../../../api/client.ts';
import { request, useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import {
  type EventType,
  ReplayWebhookDocument,
  WebhookEventsDocument,
  type WebhookEventsQuery,
} from '../../../generated/graphql.ts';
import { formatMoment } from '../../../lib/format.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notify } from '../../../ui/notify.ts';
import { SmallButton } from '../../../ui/small-buttons.tsx';
import { CHANGES, EVENT_TYPES, explainError, type Webhook } from './webhook.tsx';

const REPEATS =
  'Your endpoint may get events that it had before. They keep their webhook-id, by which it can tell.';

const CHOICES = {
  oldest: 'everything that is kept: the last 30 days',
  event: 'from an event on',
  now: 'only what happens from now on',
} as const;

type Choice = keyof typeof CHOICES;

interface ReplayProps {
  webhook: Webhook;
  onClose: () => void;
}

function useReplay({ webhook: { webhookId, enabled }, onClose }: ReplayProps) {
  const replay = useApiMutation(ReplayWebhookDocument, { changes: CHANGES });
  const run = async (cursor: string | null) => {
    await replay.mutateAsync({ input: { webhookId, cursor } });
    notify(enabled ? 'The webhook goes on there.' : 'The webhook goes on there once it is enabled.');
    onClose();
  };
  return { busy: replay.isPending, error: explainError(replay.error), run };
}

/** Asks where a webhook goes on: at the oldest event that is kept, at one of the feed, or at the end. */
export function Replay(props: ReplayProps) {
  const [choice, setChoice] = useState<Choice>('oldest');
  const [event, setEvent] = useState<PickedEvent>();
  const { run, ...state } = useReplay(props);
  const cursor = { oldest: null, event: event?.before, now: 'now' }[choice];
  const submit = () => void (cursor !== undefined && run(cursor).catch(() => undefined));
  return (
    <FormDialog
      {...state}
      opened
      title="Where does it go on?"
      action="Go on there"
      disabled={cursor === undefined}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <NativeSelect
        label="Send"
        value={choice}
        onChange={({ currentTarget }) => setChoice(currentTarget.value as Choice)}
        data={Object.entries(CHOICES).map(([value, label]) => ({ value, label }))}
      />
      {choice === 'event' && <EventPicker webhook={props.webhook} value={event} onChange={setEvent} />}
      <Text>{choice === 'now' ? 'What was not sent yet is left out.' : REPEATS}</Text>
    </FormDialog>
  );
}

type SentEvent = { eventId: number; type: EventType };

/** Asks whether an event and all after it are sent again. */
export function ReplayFrom({ event, ...props }: ReplayProps & { event: SentEvent }) {
  const { run, busy, error } = useReplay(props);
  const [isSearching, setSearching] = useState(false);
  const [fault, setFault] = useState<CompanyDataError | Error>();
  const submit = async () => {
    setFault(undefined);
    setSearching(true);
    try {
      const before = await placeBefore(event, props.webhook.types);
      if (before === undefined) throw new Error('This event is no longer kept.');
      await run(before);
    } catch (failure) {
      setFault(failure as Error);
    } finally {
      setSearching(false);
    }
  };
  return (
    <FormDialog
      title={`Send again from event ${event.eventId} on?`}
      action="Send again"
      busy={busy || isSearching}
      error={error ?? fault ?? null}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <Text>This event and all after it are sent, also those that your endpoint had before.</Text>
      <Text>{REPEATS}</Text>
    </FormDialog>
  );
}

/** Events of a request while one is searched. */
const PAGE = 1000;

/** Finds the cursor that an event follows; null for the oldest that is kept, undefined for one that is not kept. */
async function placeBefore(
  { eventId, type }: SentEvent,
  types: readonly EventType[],
): Promise<string | null | undefined> {
  // The types may have changed since it was sent.
  const wanted = types.includes(type) ? [...types] : null;
  let after: string | null = null;
  for (;;) {
    const { events }: WebhookEventsQuery = await request(WebhookEventsDocument, {
      after,
      first: PAGE,
      types: wanted,
    });
    if (!events) return undefined;
    for (const { cursor, node } of events.edges) {
      if (node.eventId === eventId) return after;
      after = cursor;
    }
    if (!events.pageInfo.hasNextPage) return undefined;
    after = events.nextCursor;
  }
}

const EVENTS = 100;

interface PickedEvent {
  eventId: number;
  /** Cursor that the event follows; null for the oldest that is kept. */
  before: string | null;
}

/** Asks for an event of those that a webhook sends, page by page from the oldest. */
function EventPicker(props: {
  webhook: Webhook;
  value: PickedEvent | undefined;
  onChange: (value: PickedEvent | undefined) => void;
}) {
  const { value, onChange } = props;
  const { types, listIds } = props.webhook;
  /** Cursors of the pages up to the current one. */
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  const after = cursors.at(-1) ?? null;
  const page = useApiQuery(WebhookEventsDocument, {
    after,
    first: EVENTS,
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
              <Text>There are no events that it would send.</Text>
            ) : (
              <NativeSelect
                label="First event to send"
                value={value?.eventId ?? ''}
                onChange={({ currentTarget }) => pick(currentTarget.value)}
                data={[
                  { value: '', label: 'Choose an event' },
                  ...offered.map(({ eventId, type, at }) => ({
                    value: String(eventId),
                    label: `${formatMoment(at)} · ${EVENT_TYPES[type]} · event ${eventId}`,
                  })),
                ]}
              />
            )}
            <Group gap="xs">
              {cursors.length > 1 && (
                <SmallButton onClick={() => turn(cursors.slice(0, -1))}>Earlier events</SmallButton>
              )}
              {events?.pageInfo.hasNextPage && (
                <SmallButton onClick={() => turn([...cursors, events.nextCursor])}>Later events</SmallButton>
              )}
            </Group>
          </Stack>
        );
      }}
    </Loaded>
  );
}
