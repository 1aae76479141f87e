import { Badge } from '@mantine/core';
import { webhooksText as text } from '../../../text/webhooks.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { stateOf, type Webhook, type WebhookState } from './webhook.ts';

const COLORS: Record<WebhookState, string> = {
  enabled: 'green',
  failing: 'orange',
  paused: 'gray.6',
  disabled: 'red',
  ownerDisabled: 'gray.6',
};

/** The state of a webhook in a word. */
export function StateBadge({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook);
  return (
    <Badge variant="dot" color={COLORS[state]} tt="none" flex="none">
      {text.states[state]}
    </Badge>
  );
}

/** Why and since when a webhook sends nothing, or how often it failed and when it tries again. Nothing for one that works. */
export function StateDetails({ webhook }: { webhook: Webhook }) {
  const { disabledAt, disabledReason, failedAttempts, failingSince, nextAttemptAt } = webhook;
  if (disabledReason != null) {
    return (
      <>
        {text.shortReasons[disabledReason]} {disabledAt != null && <TimeAgo at={disabledAt} />}
      </>
    );
  }
  if (stateOf(webhook) !== 'failing' || failingSince == null) return null;
  return (
    <>
      {text.failing(failedAttempts)} <TimeAgo at={failingSince} />
      {nextAttemptAt != null && (
        <>
          , {text.next} <TimeAgo at={nextAttemptAt} />
        </>
      )}
    </>
  );
}
