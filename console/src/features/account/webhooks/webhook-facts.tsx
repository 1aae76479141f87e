import { Skeleton, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { WebhookEventsDocument } from '../../../generated/graphql.ts';
import { common } from '../../../text/common.ts';
import { webhooksText } from '../../../text/webhooks.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { ListName } from './list-picker.tsx';
import { StateBadge } from './state-badge.tsx';
import type { Webhook } from './webhook.ts';

const text = webhooksText.page;
/** Lists that are shown by their names. */
const SHOWN_LISTS = 10;
/** Events that are counted; of more it is said that there are more. */
const COUNTED = 100;

/** What a webhook sends, and how far behind it is. */
export function WebhookFacts({ webhook, isOwn }: { webhook: Webhook; isOwn: boolean }) {
  const { format, types, listIds, owner, createdAt, previousSecretUntil } = webhook;
  const rest = listIds.length - SHOWN_LISTS;
  return (
    <dl
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 45%), 1fr))',
        gap: '12px 24px',
        margin: 0,
      }}
    >
      <Fact name={text.facts.state}>
        <StateBadge webhook={webhook} />
      </Fact>
      {isOwn && (
        <Fact name={text.facts.waiting}>
          <Waiting webhook={webhook} />
        </Fact>
      )}
      <Fact name={text.facts.format}>{webhooksText.formats[format]}</Fact>
      <Fact name={text.facts.types}>
        {types.length === 0
          ? webhooksText.form.all
          : types.map((type) => webhooksText.eventTypes[type]).join(', ')}
      </Fact>
      <Fact name={text.facts.lists}>
        {listIds.length === 0 && text.allLists}
        {listIds.slice(0, SHOWN_LISTS).map((id, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <ListName id={id} />
          </Fragment>
        ))}
        {rest > 0 && ` ${text.moreLists(rest)}`}
      </Fact>
      <Fact name={text.facts.owner}>{isOwn ? text.you : <UserText text={owner.name} maw={200} />}</Fact>
      <Fact name={text.facts.created}>
        <TimeAgo at={createdAt} />
      </Fact>
      {previousSecretUntil != null && (
        <Fact name={text.facts.oldSecret}>
          <TimeAgo at={previousSecretUntil} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <dd style={{ margin: 0 }}>{children}</dd>
    </div>
  );
}

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
  if (!oldest) return text.nothingWaits;
  return (
    <>
      {text.waiting(waiting.length, pageInfo.hasNextPage)} <TimeAgo at={oldest.node.at} />
    </>
  );
}
