import { Alert, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../../../api/hooks.ts';
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  SkipWebhookEventDocument,
  WebhooksDocument,
} from '../../../generated/graphql.ts';
import { webhooksText as text } from '../../../text/webhooks.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { CHANGES, explainError, nameOf, type Webhook } from './webhook.ts';

interface QuestionProps {
  webhook: Webhook;
  onClose: () => void;
}

/** Deletes a webhook, and leads back to the others. */
export function DeleteWebhook({ webhook, onClose }: QuestionProps) {
  const remove = useApiMutation(DeleteWebhookDocument, { changes: [WebhooksDocument] });
  const navigate = useNavigate();
  const { webhookId } = webhook;
  const { title, body, action, done } = text.deletion;
  const confirm = () =>
    remove.mutate(
      { input: { webhookId } },
      {
        onSuccess() {
          notify(done(nameOf(webhook)));
          void navigate({ to: '/app/settings/webhooks' });
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      danger
      title={title(nameOf(webhook))}
      action={action}
      busy={remove.isPending}
      error={explainError(remove.error)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>{body}</Text>
    </ConfirmDialog>
  );
}

/** Gives a webhook a new secret. @param onRotated receives it, to be shown once. */
export function RotateSecret({
  webhook: { webhookId, previousSecretUntil },
  onRotated,
  onClose,
}: QuestionProps & { onRotated: (secret: string) => void }) {
  const rotate = useApiMutation(RotateWebhookSecretDocument, { changes: CHANGES });
  const { title, body, again, action } = text.rotation;
  const confirm = () =>
    rotate.mutate(
      { input: { webhookId } },
      {
        onSuccess({ rotateWebhookSecret: rotated }) {
          onClose();
          if (rotated) onRotated(rotated.secret);
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      title={title}
      action={action}
      busy={rotate.isPending}
      error={explainError(rotate.error)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>{body}</Text>
      {previousSecretUntil != null && <Alert color="yellow">{again}</Alert>}
    </ConfirmDialog>
  );
}

/** Skips the event that blocks the webhook. */
export function SkipEvent({ webhook: { webhookId }, event, onClose }: QuestionProps & { event: number }) {
  const skip = useApiMutation(SkipWebhookEventDocument, { changes: CHANGES });
  const { title, body, action, done } = text.skipping;
  const confirm = () =>
    skip.mutate(
      { input: { webhookId } },
      {
        onSuccess() {
          notify(done);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      danger
      title={title(event)}
      action={action}
      busy={skip.isPending}
      error={explainError(skip.error)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>{body}</Text>
    </ConfirmDialog>
  );
}
