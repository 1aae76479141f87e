import { Alert, Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import {
  type AttemptFieldsFragment,
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  SkipWebhookEventDocument,
  UpdateWebhookDocument,
  type WebhookDisabledReason,
  WebhooksDocument,
} from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { Question } from '../../../ui/question.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import {
  CHANGES,
  explainAttempt,
  explainError,
  nameOf,
  stateOf,
  type Webhook,
  type WebhookState,
} from './webhook.tsx';

/** Titles in the colour of the alert have too little contrast. */
const DARK_TITLE = { title: { color: 'var(--mantine-color-text)' } };

interface NoticeProps {
  webhook: Webhook;
  /** True for the owner, who can do something. */
  isOwn: boolean;
  onReplay: () => void;
}

const LOOKS: Record<Exclude<WebhookState, 'enabled'>, readonly [color: string, title: string]> = {
  failing: ['orange', 'The endpoint fails'],
  paused: ['gray', 'Paused'],
  disabled: ['red', 'Disabled'],
  ownerDisabled: ['gray', 'Its owner is disabled'],
};

const DISABLED_REASONS: Record<WebhookDisabledReason, string> = {
  BY_OWNER: 'It sends nothing, and keeps its place for 30 days.',
  FAILING:
    'Its endpoint failed for five days. Repair the endpoint, and enable the webhook. It goes on where it stopped.',
  GONE: 'Its endpoint answered with the status 410: it wants no more events. Delete the webhook, or enable it.',
  EXPIRED:
    'It waited for more than 30 days, and the events that came next are no longer kept. Choose where it goes on, then enable it.',
  RESTORED:
    'The database was restored from a backup. Read again what you follow, then enable it. It goes on where it stopped.',
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
      {
        onSuccess: () =>
          notify(
            isFailing
              ? 'The next attempt begins now.'
              : 'The webhook is enabled, and goes on where it stopped.',
          ),
      },
    );
  return (
    <>
      {state !== 'enabled' && (
        <Alert
          color={LOOKS[state][0]}
          role="note"
          styles={DARK_TITLE}
          title={
            <>
              {LOOKS[state][1]} {disabledAt != null && <TimeAgo at={disabledAt} />}
            </>
          }
        >
          <Text>
            {disabledReason && DISABLED_REASONS[disabledReason]}
            {state === 'ownerDisabled' && 'It waits until an admin enables them.'}
            {isFailing && <Failure webhook={webhook} />}
          </Text>
          {isOwn && state !== 'ownerDisabled' && (
            <Group gap="xs" mt="sm">
              {disabledReason === 'EXPIRED' && (
                <Button size="compact-md" variant="default" onClick={onReplay}>
                  Choose where it goes on
                </Button>
              )}
              <Button size="compact-md" loading={enable.isPending} onClick={goOn}>
                {isFailing ? 'Try again now' : 'Enable'}
              </Button>
              {isFailing && pendingEventId != null && (
                <Button size="compact-md" variant="default" onClick={() => setSkipped(pendingEventId)}>
                  Skip this event
                </Button>
              )}
            </Group>
          )}
          {enable.error && <Problem error={explainError(enable.error)} />}
        </Alert>
      )}
      {/* Its question stays until it is answered, also when the webhook has gone on meanwhile. */}
      {skipped !== undefined && (
        <Question
          document={SkipWebhookEventDocument}
          variables={{ input: { webhookId } }}
          changes={CHANGES}
          danger
          title={`Skip event ${skipped}?`}
          body="Your endpoint never gets it. The next event is sent at once."
          action="Skip this event"
          explain={explainError}
          done={() => 'The event is skipped.'}
          onClose={() => setSkipped(undefined)}
        />
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
      Event {pendingEventId} {failedAttempts === 1 ? 'failed' : `failed ${failedAttempts} times, first`}{' '}
      <TimeAgo at={failingSince} />.{' '}
      {nextAttemptAt != null && (
        <>
          The next attempt follows <TimeAgo at={nextAttemptAt} />.{' '}
        </>
      )}
      Later events wait behind it, and none is lost.
    </>
  );
}

export function TestResult({ attempt, onClose }: { attempt: AttemptFieldsFragment; onClose: () => void }) {
  const isDelivered = attempt.outcome === 'DELIVERED';
  return (
    <Alert
      color={isDelivered ? 'green' : 'red'}
      styles={DARK_TITLE}
      role="status"
      title={isDelivered ? 'The test arrived' : 'The test did not arrive'}
      withCloseButton
      closeButtonLabel={common.close}
      onClose={onClose}
    >
      <Text>
        {explainAttempt(attempt)} It took {formatNumber(attempt.durationMs)} ms.
      </Text>
    </Alert>
  );
}

interface QuestionProps {
  webhook: Webhook;
  onClose: () => void;
}

/** Deletes a webhook, and leads back to the others. */
export function DeleteWebhook({ webhook, onClose }: QuestionProps) {
  const navigate = useNavigate();
  return (
    <Question
      document={DeleteWebhookDocument}
      variables={{ input: { webhookId: webhook.webhookId } }}
      changes={[WebhooksDocument]}
      danger
      title={`Delete ${nameOf(webhook)}?`}
      body="It sends nothing any more, and its deliveries and its secret are removed. This cannot be undone."
      action="Delete"
      explain={explainError}
      done={() => {
        void navigate({ to: '/app/settings/webhooks' });
        return `${nameOf(webhook)} is deleted.`;
      }}
      onClose={onClose}
    />
  );
}

/** Gives a webhook a new secret. @param onRotated receives it, to be shown once. */
export function RotateSecret({
  webhook: { webhookId, previousSecretUntil },
  onRotated,
  onClose,
}: QuestionProps & { onRotated: (secret: string) => void }) {
  return (
    <Question
      document={RotateWebhookSecretDocument}
      variables={{ input: { webhookId } }}
      changes={CHANGES}
      title="Replace the secret?"
      body={
        <>
          <Text>
            You get a new secret. For 24 hours, requests have two signatures: by the new one and by the
            current one. Give your receiver the new one within this time.
          </Text>
          {previousSecretUntil != null && (
            <Alert color="yellow">
              The secret was replaced less than 24 hours ago. Replacing it again ends the one before at once.
            </Alert>
          )}
        </>
      }
      action="Replace"
      explain={explainError}
      done={({ rotateWebhookSecret: rotated }) => {
        if (rotated) onRotated(rotated.secret);
        return undefined;
      }}
      onClose={onClose}
    />
  );
}
