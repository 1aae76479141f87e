import { Badge, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answered, useApiQuery } from '../../../api/hooks.ts';
import {
  WebhookDeliveriesDocument,
  type WebhookDeliveriesQuery,
  type WebhookOutcome,
} from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { type Column, column, countColumn, DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pager, usePages } from '../../../ui/pager.tsx';
import { Section } from '../../../ui/section.tsx';
import { SmallButton } from '../../../ui/small-buttons.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { Note } from '../../../ui/user-text.tsx';
import { ReplayFrom } from './replay.tsx';
import { EVENT_TYPES, explainAttempt, type Webhook } from './webhook.tsx';

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
  const { variables, pages } = usePages(50);
  const [again, setAgain] = useState<Delivery>();
  const deliveries = useApiQuery(
    WebhookDeliveriesDocument,
    { webhookId: webhook.webhookId, ...variables },
    { keepPrevious: true, staleTime: 0 },
  );
  const refresh = () => {
    onRefresh();
    void deliveries.refetch();
  };
  const againColumn: Column<Delivery> = column('Again', (delivery) => (
    <SmallButton
      aria-label={`Send again from event ${delivery.eventId} on`}
      onClick={() => setAgain(delivery)}
    >
      Send again
    </SmallButton>
  ));
  return (
    <Section
      gap="sm"
      title="Deliveries"
      actions={
        <SmallButton loading={deliveries.isFetching} onClick={refresh}>
          Refresh
        </SmallButton>
      }
    >
      <Loaded query={deliveries} lines={6}>
        {({ viewer }) => {
          const { edges = [], totalCount = 0 } = viewer.webhook?.deliveries ?? {};
          if (totalCount === 0) {
            return (
              <Empty title="Nothing was sent in the last 7 days">
                <Text c="dimmed">Events stand here once they are sent. Tests do not.</Text>
              </Empty>
            );
          }
          return (
            <>
              <Text c="dimmed">Attempts of the last 7 days, newest first.</Text>
              <DataTable
                label="Attempts to send events"
                rows={edges.map(({ node }) => node)}
                idOf={({ deliveryId }) => deliveryId}
                columns={isOwn ? [...COLUMNS, againColumn] : COLUMNS}
              />
              <Pager label="Deliveries" total={totalCount} {...pages} />
            </>
          );
        }}
      </Loaded>
      {again && <ReplayFrom webhook={webhook} event={again} onClose={() => setAgain(undefined)} />}
    </Section>
  );
}

const COLUMNS: readonly Column<Delivery>[] = [
  column('When', ({ at }) => <TimeAgo at={at} />),
  column('Result', ({ attempt }) => <Result {...attempt} />),
  column('Event', ({ type, eventId }) => (
    <>
      {EVENT_TYPES[type]}
      <Note>{`event ${eventId}`}</Note>
    </>
  )),
  countColumn('Attempt', ({ attemptNumber }) => attemptNumber),
  column('Duration', ({ attempt }) => `${formatNumber(attempt.durationMs)} ms`, { isNumber: true }),
];

const OUTCOMES: Record<WebhookOutcome, string> = {
  DELIVERED: 'Delivered',
  REJECTED: 'Refused',
  TIMEOUT: 'No answer',
  UNREACHABLE: 'Not reached',
};

function Result(attempt: Delivery['attempt']) {
  const { outcome, status } = attempt;
  const isDelivered = outcome === 'DELIVERED';
  return (
    <>
      <Badge variant="dot" color={isDelivered ? 'green' : 'red'} tt="none">
        {OUTCOMES[outcome]}
        {status != null && ` · ${status}`}
      </Badge>
      {!isDelivered && status == null && <Note>{explainAttempt(attempt)}</Note>}
    </>
  );
}
