import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { type AttemptFieldsFragment, UpdateWebhookDocument } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { webhooksText as text } from '../../../text/webhooks.ts';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import {
  CHANGES,
  explainAttempt,
  explainError,
  stateOf,
  type Webhook,
  type WebhookState,
} from './webhook.ts';
import { SkipEvent } from './webhook-questions.tsx';

/** Titles in the colour of the alert have too little contrast. */
const DARK_TITLE = { title: { color: 'var(--mantine-color-text)' } };

interface NoticeProps {
  webhook: Webhook;
  /** True for the owner, who can do something. */
  isOwn: boolean;
  onReplay: () => void;
}

const COLORS: Record<Exclude<WebhookState, 'enabled'>, string> = {
  failing: 'orange',
  paused: 'gray',
  disabled: 'red',
  ownerDisabled: 'gray',
};

/** Says why a webhook does not send, and offers what its owner can do. Nothing for one that works. */
export function Notice({ webhook, isOwn, onReplay }: NoticeProps) {
  const [skipped, setSkipped] = useState<number>();
  const enable = useApiMutation(UpdateWebhookDocument, { changes: CHANGES });
  const { webhookId, disabledAt, disabledReason, pendingEventId } = webhook;
  const state = stateOf(webhook);
  const isFailing = state === 'failing';
  const goOn = () =>
    enable.mutate(
      { input: { webhookId, enabled: true } },
      { onSuccess: () => notify(isFailing ? text.enabling.retried : text.enabling.done) },
    );
  return (
    <>
      {state !== 'enabled' && (
        <Alert
          color={COLORS[state]}
          role="note"
          styles={DARK_TITLE}
          title={
            <>
              {text.notices[state]} {disabledAt != null && <TimeAgo at={disabledAt} />}
            </>
          }
        >
          <Text>
            {disabledReason && text.disabledReasons[disabledReason]}
            {state === 'ownerDisabled' && text.notices.ownerDisabledBody}
            {isFailing && <Failure webhook={webhook} />}
          </Text>
          {isOwn && state !== 'ownerDisabled' && (
            <Group gap="xs" mt="sm">
              {disabledReason === 'EXPIRED' && (
                <Button size="compact-md" variant="default" onClick={onReplay}>
                  {text.replay.item}
                </Button>
              )}
              <Button size="compact-md" loading={enable.isPending} onClick={goOn}>
                {isFailing ? text.enabling.retry : text.enabling.action}
              </Button>
              {isFailing && pendingEventId != null && (
                <Button size="compact-md" variant="default" onClick={() => setSkipped(pendingEventId)}>
                  {text.skipping.action}
                </Button>
              )}
            </Group>
          )}
          {enable.error && <Problem error={explainError(enable.error)} />}
        </Alert>
      )}
      {/* Its question stays until it is answered, also when the webhook has gone on meanwhile. */}
      {skipped !== undefined && (
        <SkipEvent webhook={webhook} event={skipped} onClose={() => setSkipped(undefined)} />
      )}
    </>
  );
}

/** The event that a webhook hangs on, and when it is sent again. */
function Failure({ webhook }: Pick<NoticeProps, 'webhook'>) {
  const { pendingEventId, failedAttempts, failingSince, nextAttemptAt } = webhook;
  if (pendingEventId == null || failingSince == null) return null;
  return (
    <>
      {text.notices.hangs(pendingEventId, failedAttempts)} <TimeAgo at={failingSince} />.
      {nextAttemptAt != null && (
        <>
          {` ${text.notices.next} `}
          <TimeAgo at={nextAttemptAt} />.
        </>
      )}
      {` ${text.notices.failingBody}`}
    </>
  );
}

interface TestResultProps {
  attempt: AttemptFieldsFragment;
  onClose: () => void;
}

/** What became of a test. */
export function TestResult({ attempt, onClose }: TestResultProps) {
  const isDelivered = attempt.outcome === 'DELIVERED';
  return (
    <Alert
      color={isDelivered ? 'green' : 'red'}
      styles={DARK_TITLE}
      role="status"
      title={isDelivered ? text.testing.delivered : text.testing.failed}
      withCloseButton
      closeButtonLabel={common.close}
      onClose={onClose}
    >
      <Text>
        {explainAttempt(attempt)} {text.testing.took(formatNumber(attempt.durationMs))}
      </Text>
    </Alert>
  );
}
