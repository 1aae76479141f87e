import { Box, Button, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import {
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhookDocument,
  WebhookEventsDocument,
} from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Lines } from '../../ui/loaded.tsx';
import { notify } from '../../ui/notify.ts';
import { Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ReadOnly } from '../../ui/read-only.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useListName } from '../../ui/use-list-name.ts';
import { Note, UserText } from '../../ui/user-text.tsx';
import { Deliveries } from './webhooks/deliveries.tsx';
import { DeleteWebhook, Notice, RotateSecret, TestResult } from './webhooks/notice.tsx';
import { Replay } from './webhooks/replay.tsx';
import {
  CHANGES,
  CREATED_SECRET,
  counted,
  EVENT_TYPES,
  explainError,
  FORMATS,
  nameOf,
  StateBadge,
  type Webhook,
} from './webhooks/webhook.tsx';
import { WebhookDialog } from './webhooks/webhook-dialog.tsx';

/** One webhook: its state, what it sends, and its deliveries. */
export default function WebhookPage() {
  const { webhookId } = useParams({ from: '/app/settings/webhooks/$webhookId' });
  const { data, error, refetch } = useApiQuery(WebhookDocument, { webhookId }, { staleTime: 0 });
  const refresh = () => void refetch();
  if (error?.code === 'webhook_not_found') {
    return (
      <Page title="Webhook not found" subtitle={<Back />}>
        <Text>It was deleted, or it is not yours.</Text>
      </Page>
    );
  }
  const { webhook, user } = data?.viewer ?? {};
  if (!webhook) {
    return (
      <Page title="Webhook" subtitle={<Back />}>
        {error ? <Problem error={error} onRetry={refresh} /> : <Lines count={8} />}
      </Page>
    );
  }
  const isOwn = webhook.owner.userId === user?.userId;
  return <WebhookView key={webhookId} {...{ webhook, isOwn }} onRefresh={refresh} />;
}

function Back() {
  return <PageLink to="/app/settings/webhooks">All webhooks</PageLink>;
}

interface WebhookViewProps {
  webhook: Webhook;
  isOwn: boolean;
  onRefresh: () => void;
}

function WebhookView({ webhook, isOwn, onRefresh }: WebhookViewProps) {
  const [action, setAction] = useState<'edit' | 'replay' | 'delete'>();
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
        Send a test
      </Button>
      <Button variant="default" onClick={() => setAction('edit')}>
        Edit
      </Button>
      <WebhookMenu webhook={webhook} onRotated={setSecret} />
    </>
  ) : (
    <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAction('delete')}>
      Delete
    </Button>
  );
  return (
    <Page title={nameOf(webhook)} actions={actions} subtitle={<Subtitle url={webhook.url} />}>
      {!isOwn && <ReadOnly reason="Only its owner can change it. As an admin, you can delete it." />}
      {test.error && <Problem error={explainError(test.error)} />}
      {attempt && !test.isPending && <TestResult attempt={attempt} onClose={test.reset} />}
      <Notice webhook={webhook} isOwn={isOwn} onReplay={() => setAction('replay')} />
      <Stack gap="xl">
        <WebhookFacts webhook={webhook} isOwn={isOwn} />
        <Deliveries webhook={webhook} isOwn={isOwn} onRefresh={onRefresh} />
      </Stack>
      {action === 'edit' && <WebhookDialog {...dialog} />}
      {action === 'replay' && <Replay {...dialog} />}
      {action === 'delete' && <DeleteWebhook {...dialog} />}
      {secret !== undefined && (
        <ShownOnce value={secret} text={CREATED_SECRET} onClose={() => setSecret(undefined)} />
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

interface WebhookMenuProps {
  webhook: Webhook;
  onRotated: (secret: string) => void;
}

function WebhookMenu({ webhook, onRotated }: WebhookMenuProps) {
  const { webhookId, enabled } = webhook;
  const update = useApiMutation(UpdateWebhookDocument, { changes: CHANGES });
  const pause = () =>
    update.mutate(
      { input: { webhookId, enabled: false } },
      {
        onSuccess: () => notify('The webhook is paused. It keeps its place for 30 days.'),
        onError: ({ message }) => notify(message),
      },
    );
  return (
    <ActionMenu
      label="More actions"
      button={{ variant: 'default', size: 36, color: undefined }}
      actions={[
        enabled && { label: 'Pause', run: pause },
        {
          label: 'Choose where it goes on',
          dialog: (onClose) => <Replay {...{ webhook, onClose }} />,
        },
        {
          label: 'Replace the secret',
          dialog: (onClose) => <RotateSecret {...{ webhook, onClose, onRotated }} />,
        },
        { label: 'Delete', danger: true, dialog: (onClose) => <DeleteWebhook {...{ webhook, onClose }} /> },
      ]}
    />
  );
}

/** Lists that are shown by their names. */
const SHOWN_LISTS = 10;
/** Events that are counted; of more it is said that there are more. */
const COUNTED = 100;

/** What a webhook sends, and how far behind it is. */
function WebhookFacts({ webhook, isOwn }: { webhook: Webhook; isOwn: boolean }) {
  const { format, types, listIds, owner, createdAt, previousSecretUntil } = webhook;
  const rest = listIds.length - SHOWN_LISTS;
  return (
    <SimpleGrid component="dl" minColWidth="min(220px, 45%)" spacing={24} verticalSpacing={12} m={0}>
      <Fact name="State">
        <StateBadge webhook={webhook} />
      </Fact>
      {isOwn && (
        <Fact name="Still to be sent">
          <Waiting webhook={webhook} />
        </Fact>
      )}
      <Fact name="Format">{FORMATS[format]}</Fact>
      <Fact name="Events">
        {types.length === 0
          ? 'All, also types that will be added'
          : types.map((type) => EVENT_TYPES[type]).join(', ')}
      </Fact>
      <Fact name="Lists">
        {listIds.length === 0 && 'All, and events without a list'}
        {listIds.slice(0, SHOWN_LISTS).map((id, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <ListName id={id} />
          </Fragment>
        ))}
        {rest > 0 && ` and ${rest} more`}
      </Fact>
      <Fact name="Owner">{isOwn ? 'you' : <UserText text={owner.name} maw={200} />}</Fact>
      <Fact name="Created">
        <TimeAgo at={createdAt} />
      </Fact>
      {previousSecretUntil != null && (
        <Fact name="Former secret ends">
          <TimeAgo at={previousSecretUntil} />
        </Fact>
      )}
    </SimpleGrid>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box miw={0}>
    <dt>
      <Note>{name}</Note>
    </dt>
    <dd style={{ margin: 0 }}>{children}</dd>
  </Box>
);

/** Events after the cursor of a webhook, and the age of the oldest. */
function Waiting({ webhook: { cursor, types, listIds } }: { webhook: Webhook }) {
  const variables = { after: cursor, first: COUNTED, types: types.length > 0 ? types : null };
  const { data, error } = useApiQuery(WebhookEventsDocument, variables, { staleTime: 0 });
  // The next events of one that waited for long, or of a restored database, are no longer kept.
  if (error) return common.unknown;
  if (!data?.events) return <Skeleton h={14} w={90} mt={4} />;
  const { edges, pageInfo } = data.events;
  const waiting = edges.filter(
    ({ node: { listId } }) => listIds.length === 0 || (listId != null && listIds.includes(listId)),
  );
  const [oldest] = waiting;
  if (!oldest) return 'Nothing waits';
  return (
    <>
      {pageInfo.hasNextPage
        ? `More than ${waiting.length} events, the oldest`
        : `${counted(waiting.length, 'event', 'events')}, the oldest`}{' '}
      <TimeAgo at={oldest.node.at} />
    </>
  );
}

function ListName({ id }: { id: number }) {
  return (
    <Text component="span" inherit style={{ overflowWrap: 'anywhere' }}>
      {visibleText(useListName(id) ?? '')}
    </Text>
  );
}
