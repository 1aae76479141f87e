import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { WebhooksDocument } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { webhooksText as text } from '../../text/webhooks.ts';
import { Cards } from '../../ui/cards.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { AccountPage } from './account-page.tsx';
import { StateBadge, StateDetails } from './webhooks/state-badge.tsx';
import { nameOf, stateOf, type Webhook } from './webhooks/webhook.ts';
import { CreateWebhook } from './webhooks/webhook-dialog.tsx';

/** The webhooks of the caller; for admins, all of the organization. */
export function WebhooksPage() {
  const webhooks = useApiQuery(WebhooksDocument, {}, { staleTime: 0 });
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<{ secret: string; webhookId: number }>();
  const navigate = useNavigate();
  const create = (
    // At 200 % zoom of a phone, the label takes two lines.
    <Button h="auto" mih={36} styles={{ label: { whiteSpace: 'normal' } }} onClick={() => setCreating(true)}>
      {text.create}
    </Button>
  );
  const count = webhooks.data?.viewer.webhooks?.length ?? 0;
  return (
    <AccountPage section="webhooks" actions={count > 0 && create}>
      <Stack>
        <Text c="dimmed">{text.intro}</Text>
        <Loaded query={webhooks} lines={6}>
          {({ viewer: { user, webhooks: all } }) =>
            all?.length ? (
              <WebhookCards webhooks={all} self={user?.userId} />
            ) : (
              <Empty title={text.empty.title}>
                <Text maw={480}>{text.empty.body}</Text>
                {create}
              </Empty>
            )
          }
        </Loaded>
      </Stack>
      {isCreating && (
        <CreateWebhook
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setMade(created);
          }}
        />
      )}
      {made && (
        <ShownOnce
          value={made.secret}
          text={text.created}
          onClose={() => {
            setMade(undefined);
            // Its page has the test, which is the next step.
            const params = { webhookId: String(made.webhookId) };
            void navigate({ to: '/app/settings/webhooks/$webhookId', params });
          }}
        />
      )}
    </AccountPage>
  );
}

interface WebhookCardsProps {
  webhooks: readonly Webhook[];
  /** Id of the caller. */
  self: number | undefined;
}

function WebhookCards({ webhooks, self }: WebhookCardsProps) {
  const disabled = webhooks.filter((each) => each.owner.userId === self && stateOf(each) === 'disabled');
  return (
    <>
      {disabled.length > 0 && (
        <Alert color="red" role="note">
          {text.notice(disabled.length)}
        </Alert>
      )}
      <Cards label={text.list}>
        {webhooks.map((webhook) => (
          <WebhookCard key={webhook.webhookId} webhook={webhook} isForeign={webhook.owner.userId !== self} />
        ))}
      </Cards>
    </>
  );
}

function WebhookCard({ webhook, isForeign }: { webhook: Webhook; isForeign: boolean }) {
  const { webhookId, url, format, types, listIds, owner } = webhook;
  const sent = [
    text.formats[format],
    types.length === 0 ? text.allEvents : text.typeCount(types.length),
    ...(listIds.length > 0 ? [text.listCount(listIds.length)] : []),
    ...(isForeign ? [text.by(visibleText(owner.name))] : []),
  ];
  return (
    <Paper withBorder p="md" component="li">
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <Title order={2} miw={0}>
          <PageLink
            to="/app/settings/webhooks/$webhookId"
            params={{ webhookId: String(webhookId) }}
            maw="100%"
            inherit
          >
            <UserText text={nameOf(webhook)} />
          </PageLink>
        </Title>
        <StateBadge webhook={webhook} />
      </Group>
      <UserText text={url} ff="monospace" size="xs" c="dimmed" inherit={false} />
      <Group justify="space-between" gap="4px 12px" mt={4}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {sent.join(' · ')}
        </Text>
        <Text size="xs" c="dimmed">
          <StateDetails webhook={webhook} />
        </Text>
      </Group>
    </Paper>
  );
}
