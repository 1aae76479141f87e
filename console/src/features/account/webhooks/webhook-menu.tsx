import { ActionIcon, Menu } from '@mantine/core';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { useApiMutation } from '../../../api/hooks.ts';
import { UpdateWebhookDocument } from '../../../generated/graphql.ts';
import { webhooksText as text } from '../../../text/webhooks.ts';
import { notify } from '../../../ui/notify.ts';
import { CHANGES, type Webhook } from './webhook.ts';

/** Dialogs that a page of a webhook opens. */
export type WebhookAction = 'edit' | 'replay' | 'rotate' | 'delete';

interface WebhookMenuProps {
  webhook: Webhook;
  onAction: (action: WebhookAction) => void;
}

/** Menu of what its owner seldom does with a webhook. */
export function WebhookMenu({ webhook: { webhookId, enabled }, onAction }: WebhookMenuProps) {
  const update = useApiMutation(UpdateWebhookDocument, { changes: CHANGES });
  const pause = () =>
    update.mutate(
      { input: { webhookId, enabled: false } },
      { onSuccess: () => notify(text.pausing.done), onError: ({ message }) => notify(message) },
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={text.page.more}>
          <DotsHorizontalIcon width={16} height={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {enabled && <Menu.Item onClick={pause}>{text.pausing.item}</Menu.Item>}
        <Menu.Item onClick={() => onAction('replay')}>{text.replay.item}</Menu.Item>
        <Menu.Item onClick={() => onAction('rotate')}>{text.rotation.item}</Menu.Item>
        <Menu.Item c="var(--mantine-color-error)" onClick={() => onAction('delete')}>
          {text.deletion.item}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
