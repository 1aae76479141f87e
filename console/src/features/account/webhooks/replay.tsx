import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { CompanyDataError } from '../../../api/client.ts';
import { request, useApiMutation } from '../../../api/hooks.ts';
import {
  type EventType,
  ReplayWebhookDocument,
  WebhookEventsDocument,
  type WebhookEventsQuery,
} from '../../../generated/graphql.ts';
import { webhooksText } from '../../../text/webhooks.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { EventPicker, type PickedEvent } from './event-picker.tsx';
import { CHANGES, explainError, type Webhook } from './webhook.ts';

const text = webhooksText.replay;

type Choice = keyof typeof text.choices;

interface ReplayProps {
  webhook: Webhook;
  onClose: () => void;
}

function useReplay({ webhook: { webhookId, enabled }, onClose }: ReplayProps) {
  const replay = useApiMutation(ReplayWebhookDocument, { changes: CHANGES });
  const run = async (cursor: string | null) => {
    await replay.mutateAsync({ input: { webhookId, cursor } });
    notify(enabled ? text.done : text.doneDisabled);
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
    <ConfirmDialog
      {...state}
      opened
      title={text.title}
      action={text.action}
      disabled={cursor === undefined}
      onConfirm={submit}
      onClose={props.onClose}
    >
      <NativeSelect
        label={text.from}
        value={choice}
        onChange={({ currentTarget }) => setChoice(currentTarget.value as Choice)}
        data={(Object.keys(text.choices) as Choice[]).map((value) => ({ value, label: text.choices[value] }))}
      />
      {choice === 'event' && <EventPicker webhook={props.webhook} value={event} onChange={setEvent} />}
      <Text>{choice === 'now' ? text.nowBody : text.body}</Text>
    </ConfirmDialog>
  );
}

interface ReplayFromProps extends ReplayProps {
  /** An event that was sent. */
  event: { eventId: number; type: EventType };
}

/** Asks whether an event and all after it are sent again. */
export function ReplayFrom({ event, ...props }: ReplayFromProps) {
  const { run, busy, error } = useReplay(props);
  const [isSearching, setSearching] = useState(false);
  const [fault, setFault] = useState<CompanyDataError | Error>();
  const submit = async () => {
    setFault(undefined);
    setSearching(true);
    try {
      const before = await placeBefore(event, props.webhook.types);
      if (before === undefined) throw new Error(text.gone);
      await run(before);
    } catch (failure) {
      setFault(failure as Error);
    } finally {
      setSearching(false);
    }
  };
  return (
    <ConfirmDialog
      opened
      title={text.hereTitle(event.eventId)}
      action={text.here}
      busy={busy || isSearching}
      error={error ?? fault ?? null}
      onConfirm={() => void submit()}
      onClose={props.onClose}
    >
      <Text>{text.hereBody}</Text>
      <Text>{text.body}</Text>
    </ConfirmDialog>
  );
}

/** Events of a request while one is searched. */
const PAGE = 1000;

/** Finds the cursor that an event follows; null for the oldest that is kept, undefined for one that is not kept. */
async function placeBefore(
  { eventId, type }: ReplayFromProps['event'],
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
