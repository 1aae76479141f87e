import { Group, Progress, Stack, Text, Title } from '@mantine/core';
import { type Answered, useApiQuery } from '../../api/hooks.ts';
import { LimitsDocument, type LimitsQuery } from '../../generated/graphql.ts';
import { formatBytes, formatNumber } from '../../lib/format.ts';
import { accountText } from '../../text/account.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { AccountPage } from './account-page.tsx';

const text = accountText.limits;

type RateClass = Answered<LimitsQuery>['rateLimit']['classes'][number];
type Quota = Answered<LimitsQuery>['viewer']['organization']['quotas'][number];

/** Shows what is left of the limits, and when they are full again. */
export function LimitsPage() {
  const limits = useApiQuery(LimitsDocument, {}, { staleTime: 0 });
  return (
    <AccountPage section="limits">
      <Loaded query={limits} lines={8}>
        {({ rateLimit, viewer }) => (
          <Stack gap="xl">
            <Stack component="section" aria-label={text.rate} gap="sm">
              <Title order={2}>{text.rate}</Title>
              <Text c="dimmed">{rateLimit.limited ? text.rateIntro : text.unlimited}</Text>
              {rateLimit.classes.map((each) => (
                <ClassLine key={each.costClass} rate={each} />
              ))}
              {rateLimit.limited && <Text c="dimmed">{text.whenUsedUp}</Text>}
            </Stack>
            <Stack component="section" aria-label={text.quotas} gap="sm">
              <Title order={2}>{text.quotas}</Title>
              <Text c="dimmed">{text.quotasIntro}</Text>
              {viewer.organization.quotas.map((each) => (
                <QuotaLine key={each.quota} quota={each} />
              ))}
              <Text c="dimmed">{text.whenFull}</Text>
            </Stack>
          </Stack>
        )}
      </Loaded>
    </AccountPage>
  );
}

function ClassLine({ rate: { costClass, limit, remaining, resetAt } }: { rate: RateClass }) {
  const [name, meaning] = text.classes[costClass];
  const share = limit === 0 ? 0 : (100 * remaining) / limit;
  return (
    <Line
      name={name}
      meaning={meaning}
      share={share}
      state={text.left(formatNumber(remaining), formatNumber(limit))}
    >
      {resetAt ? (
        <>
          , {text.back('')}
          <TimeAgo at={resetAt} />
        </>
      ) : (
        `, ${text.full}`
      )}
    </Line>
  );
}

function QuotaLine({ quota: { quota, limit, used } }: { quota: Quota }) {
  const format = quota.endsWith('_BYTES') ? formatBytes : formatNumber;
  const known = { limit: limit ?? undefined, used: used ?? undefined };
  const state =
    known.limit === undefined
      ? text.noLimit(format(known.used ?? 0))
      : known.used === undefined
        ? text.upTo(format(known.limit))
        : text.used(format(known.used), format(known.limit));
  const share =
    known.limit === undefined || known.used === undefined || known.limit === 0
      ? undefined
      : (100 * known.used) / known.limit;
  return <Line name={text.names[quota]} share={share} state={state} />;
}

interface LineProps {
  name: string;
  meaning?: string;
  /** Length of the bar in percent; no bar if absent. */
  share: number | undefined;
  state: string;
  children?: React.ReactNode;
}

function Line({ name, meaning, share, state, children }: LineProps) {
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{name}</Text>
        <Text>
          {state}
          {children}
        </Text>
      </Group>
      {share !== undefined && <Progress value={share} aria-label={`${name}: ${state}`} my={4} />}
      {meaning && (
        <Text size="xs" c="dimmed">
          {meaning}
        </Text>
      )}
    </div>
  );
}
