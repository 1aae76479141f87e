import { Button, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { TestWebhookDocument, WebhookDocument } from '../../generated/graphql.ts';
import { webhooksText as text } from '../../text/webhooks.ts';
import { Lines } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ReadOnly } from '../../ui/read-only.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { Deliveries } from './webhooks/deliveries.tsx';
import { Notice, TestResult } from './webhooks/notice.tsx';
import { Replay } from './webhooks/replay.tsx';
import { explainError, nameOf, type Webhook } from './webhooks/webhook.ts';
import { UpdateWebhook } from './webhooks/webhook-dialog.tsx';
import { WebhookFacts } from './webhooks/webhook-facts.tsx';
import { type WebhookAction, WebhookMenu } from './webhooks/webhook-menu.tsx';
import { DeleteWebhook, RotateSecret } from './webhooks/webhook-questions.tsx';

/** One webhook: its state, what it sends, and its deliveries. */
export function WebhookPage() {
  const { webhookId } = useParams({ from: '/app/settings/webhooks/$webhookId' });
  const { data, error, refetch } = useApiQuery(WebhookDocument, { webhookId }, { staleTime: 0 });
  const refresh = () => void refetch();
  if (error?.code === 'webhook_not_found') {
    return (
      <Page title={text.page.notFound} subtitle={<Back />}>
        <Text>{text.page.notFoundBody}</Text>
      </Page>
    );
  }
  const { webhook, user } = data?.viewer ?? {};
  if (!webhook) {
    return (
      <Page title={text.page.title} subtitle={<Back />}>
        {error ? <Problem error={error} onRetry={refresh} /> : <Lines count={8} />}
      </Page>
    );
  }
  const isOwn = webhook.owner.userId === user?.userId;
  return <WebhookView key={webhookId} {...{ webhook, isOwn }} onRefresh={refresh} />;
}

function Back() {
  return <PageLink to="/app/settings/webhooks">{text.page.back}</PageLink>;
}

interface WebhookViewProps {
  webhook: Webhook;
  isOwn: boolean;
  onRefresh: () => void;
}

function WebhookView({ webhook, isOwn, onRefresh }: WebhookViewProps) {
  const [action, setAction] = useState<WebhookAction>();
  const [secret, setSecret] = useState<string>();
  const test = useApiMutation(TestWebhookDocument, { changes: [] });
  const attempt = test.data?.testWebhook?.attempt;
  const dialog = { webhook, onClose: () => setAction(undefined) };
  const actions = isOwn ? (
    <>
      <Button
        loading={test.isPending}
        onClick={() => test.mutate({ input: { webhookId: webhook.webhookId } })}
      >
        {text.testing.action}
      </Button>
      <Button variant="default" onClick={() => setAction('edit')}>
        {text.editing.action}
      </Button>
      <WebhookMenu webhook={webhook} onAction={setAction} />
    </>
  ) : (
    <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAction('delete')}>
      {text.deletion.item}
    </Button>
  );
  return (
    <Page title={nameOf(webhook)} actions={actions} subtitle={<Subtitle url={webhook.url} />}>
      {!isOwn && <ReadOnly reason={text.page.foreign} />}
      {test.error && <Problem error={explainError(test.error)} />}
      {attempt && !test.isPending && <TestResult attempt={attempt} onClose={test.reset} />}
      <Notice webhook={webhook} isOwn={isOwn} onReplay={() => setAction('replay')} />
      <Stack gap="xl">
        <WebhookFacts webhook={webhook} isOwn={isOwn} />
        <Deliveries webhook={webhook} isOwn={isOwn} onRefresh={onRefresh} />
      </Stack>
      {action === 'edit' && <UpdateWebhook {...dialog} />}
      {action === 'replay' && <Replay {...dialog} />}
      {action === 'rotate' && <RotateSecret {...dialog} onRotated={setSecret} />}
      {action === 'delete' && <DeleteWebhook {...dialog} />}
      {secret !== undefined && (
        <ShownOnce value={secret} text={text.created} onClose={() => setSecret(undefined)} />
      )}
    </Page>
  );
}

function Subtitle({ url }: { url: string }) {
  return (
    <>
      <UserText text={url} ff="monospace" size="xs" c="dimmed" inherit={false} />
      <Back />
    </>
  );
}
