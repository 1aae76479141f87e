import { Alert, Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { WebhooksDocument } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { WRAPPED } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Note, UserText } from '../../ui/user-text.tsx';
import { AccountPage } from './account-page.tsx';
import {
  CREATED_SECRET,
  counted,
  FORMATS,
  nameOf,
  StateBadge,
  StateDetails,
  stateOf,
  type Webhook,
} from './webhooks/webhook.tsx';
import { WebhookDialog } from './webhooks/webhook-dialog.tsx';

/** The webhooks of the caller; for admins, all of the organization. */
export default function WebhooksPage() {
  const webhooks = useApiQuery(WebhooksDocument, {}, { staleTime: 0 });
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<{ secret: string; webhookId: number }>();
  const navigate = useNavigate();
  const create = (
    <Button {...WRAPPED} onClick={() => setCreating(true)}>
      Create a webhook
    </Button>
  );
  const count = webhooks.data?.viewer.webhooks?.length ?? 0;
  return (
    <AccountPage section="webhooks" actions={count > 0 && create}>
      <Stack>
        <Text c="dimmed">
          A webhook sends events to an address as they happen: lists that change, imports, credits that run
          low.
        </Text>
        <Loaded query={webhooks} lines={6}>
          {({ viewer: { user, webhooks: all } }) =>
            all?.length ? (
              <WebhookTable webhooks={all} self={user?.userId} />
            ) : (
              <Empty title="No webhooks yet">
                <Text maw={480}>
                  Create one with the address of your receiver, or of an incoming webhook of Slack. Then send
                  a test.
                </Text>
                {create}
              </Empty>
            )
          }
        </Loaded>
      </Stack>
      {isCreating && (
        <WebhookDialog
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
          text={CREATED_SECRET}
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

function WebhookTable({ webhooks, self }: { webhooks: readonly Webhook[]; self: number | undefined }) {
  const disabled = webhooks.filter((each) => each.owner.userId === self && stateOf(each) === 'disabled');
  return (
    <>
      {disabled.length > 0 && (
        <Alert color="red" role="note">
          {disabled.length === 1
            ? 'A webhook of yours was disabled. It sends nothing until you enable it.'
            : `${disabled.length} webhooks of yours were disabled. They send nothing until you enable them.`}
        </Alert>
      )}
      <DataTable
        label="Webhooks"
        rows={webhooks}
        idOf={({ webhookId }) => webhookId}
        columns={[
          column<Webhook>('Webhook', (webhook) => (
            <>
              <PageLink
                to="/app/settings/webhooks/$webhookId"
                params={{ webhookId: String(webhook.webhookId) }}
                maw="min(80vw, 400px)"
                fw={600}
                inherit
              >
                <UserText text={nameOf(webhook)} />
              </PageLink>
              <UserText
                text={webhook.url}
                ff="monospace"
                size="xs"
                c="dimmed"
                inherit={false}
                maw="min(80vw, 400px)"
              />
            </>
          )),
          column<Webhook>('Sends', (webhook) => sentBy(webhook, self)),
          column<Webhook>('State', (webhook) => (
            <>
              <StateBadge webhook={webhook} />
              <Note>
                <StateDetails webhook={webhook} />
              </Note>
            </>
          )),
        ]}
      />
    </>
  );
}

/** Says what a webhook sends, and whose it is unless it is the caller's. */
function sentBy({ format, types, listIds, owner }: Webhook, self: number | undefined): string {
  return [
    FORMATS[format],
    types.length === 0 ? 'all events' : counted(types.length, 'type of event', 'types of events'),
    ...(listIds.length > 0 ? [`of ${counted(listIds.length, 'list', 'lists')}`] : []),
    ...(owner.userId === self ? [] : [`by ${visibleText(owner.name)}`]),
  ].join(' · ');
}
