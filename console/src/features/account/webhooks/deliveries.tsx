import { Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Answered, useApiQuery } from '../../../api/hooks.ts';
import { WebhookDeliveriesDocument, type WebhookDeliveriesQuery } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { webhooksText } from '../../../text/webhooks.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { ReplayFrom } from './replay.tsx';
import { explainAttempt, type Webhook } from './webhook.ts';

const text = webhooksText.deliveries;
const PAGE = 50;

type Delivery = NonNullable<
  NonNullable<Answered<WebhookDeliveriesQuery>['viewer']['webhook']>['deliveries']
>['edges'][number]['node'];

interface DeliveriesProps {
  webhook: Webhook;
  /** True for the owner, who can send events again. */
  isOwn: boolean;
  /** Reads the webhook again, whose state changes with its deliveries. */
  onRefresh: () => void;
}

/** Attempts to send events of a webhook, newest first. */
export function Deliveries({ webhook, isOwn, onRefresh }: DeliveriesProps) {
  const [page, setPage] = useState(1);
  const [again, setAgain] = useState<Delivery>();
  const { again: againColumn, ...columns } = text.columns;
  const variables = { webhookId: webhook.webhookId, first: PAGE, offset: (page - 1) * PAGE };
  const deliveries = useApiQuery(WebhookDeliveriesDocument, variables, { keepPrevious: true, staleTime: 0 });
  const refresh = () => {
    onRefresh();
    void deliveries.refetch();
  };
  return (
    <Stack component="section" aria-label={text.title} gap="sm">
      <Group justify="space-between">
        <Title order={2}>{text.title}</Title>
        <Button variant="default" size="compact-sm" loading={deliveries.isFetching} onClick={refresh}>
          {text.refresh}
        </Button>
      </Group>
      <Loaded query={deliveries} lines={6}>
        {({ viewer }) => {
          const { edges = [], totalCount = 0 } = viewer.webhook?.deliveries ?? {};
          if (totalCount === 0) {
            return (
              <Empty title={text.none}>
                <Text c="dimmed">{text.noneBody}</Text>
              </Empty>
            );
          }
          return (
            <>
              <Text c="dimmed">{text.intro}</Text>
              <TableRegion
                label={text.table}
                columns={[...Object.values(columns), ...(isOwn ? [againColumn] : [])]}
                minWidth={700}
              >
                {edges.map(({ node }) => (
                  <DeliveryRow
                    key={node.deliveryId}
                    delivery={node}
                    {...(isOwn && { onAgain: () => setAgain(node) })}
                  />
                ))}
              </TableRegion>
              <Pager label={text.title} total={totalCount} pageSize={PAGE} page={page} onPage={setPage} />
            </>
          );
        }}
      </Loaded>
      {again && <ReplayFrom webhook={webhook} event={again} onClose={() => setAgain(undefined)} />}
    </Stack>
  );
}

interface DeliveryRowProps {
  delivery: Delivery;
  onAgain?: () => void;
}

function DeliveryRow({ delivery: { eventId, type, at, attemptNumber, attempt }, onAgain }: DeliveryRowProps) {
  const isDelivered = attempt.outcome === 'DELIVERED';
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <TimeAgo at={at} />
      </Table.Td>
      <Table.Td>
        <Badge variant="dot" color={isDelivered ? 'green' : 'red'} tt="none">
          {webhooksText.outcomes[attempt.outcome]}
          {attempt.status != null && ` · ${attempt.status}`}
        </Badge>
        {!isDelivered && attempt.status == null && (
          <Text size="xs" c="dimmed">
            {explainAttempt(attempt)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {webhooksText.eventTypes[type]}
        <Text size="xs" c="dimmed">
          {text.event(eventId)}
        </Text>
      </Table.Td>
      <Table.Td>{formatNumber(attemptNumber)}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{text.took(formatNumber(attempt.durationMs))}</Table.Td>
      {onAgain && (
        <Table.Td>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={webhooksText.replay.hereOf(eventId)}
            onClick={onAgain}
          >
            {webhooksText.replay.here}
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
