import { Group, Progress, Stack, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { type Answered, useApiQuery } from '../../api/hooks.ts';
import { LimitsDocument, type LimitsQuery } from '../../generated/graphql.ts';
import { formatBytes, formatNumber } from '../../lib/format.ts';
import { onTick } from '../../lib/ticks.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Note } from '../../ui/user-text.tsx';
import { AccountPage } from './account-page.tsx';

const CLASSES = {
  READ: ['Reading', 'Look-ups, pages of members, lists'],
  WRITE: ['Changing', 'Lists, definitions, sharing, keys'],
  EVALUATE: ['Counting', 'Counts while you edit a filter, materializing a list'],
  ENRICH: ['Enriching', 'Partners of domains'],
  EXPORT: ['Exporting', 'Files of members'],
} as const;

const QUOTAS = {
  DEFINITION_BYTES: 'Filters of all lists and versions',
  EXPORT_BYTES: 'Exports that can still be downloaded',
  FLAGS: 'Reports of wrong data that wait for review',
  KEYS: 'Active keys of yours',
  LISTS: 'Lists',
  LIST_DOMAINS: 'Domains by hand, for each list',
  PASSKEYS: 'Passkeys of yours',
  REPLAY_LOG_BYTES: 'Stored responses for retries',
  WATCHED_LISTS: 'Watched lists',
  WEBHOOKS: 'Webhooks',
  DRAFTS: 'Drafts of yours',
  CATALOGUE_FIELDS: 'Fields of the catalogue',
  OWN_FIELDS: 'Fields of the organization',
  FIELD_VALUES: 'Values in fields of the organization',
  JOB_BYTES: 'Files of jobs that are kept',
  LIST_VIEWS: 'Views of one list',
  IMPORT_BYTES: 'Import files of the installation that wait',
} as const;

type RateClass = Answered<LimitsQuery>['rateLimit']['classes'][number];
type Quota = Answered<LimitsQuery>['viewer']['organization']['quotas'][number];

/** Shows what is left of the limits, and when they are full again. */
export default function LimitsPage() {
  const limits = useApiQuery(LimitsDocument, {}, { staleTime: 0 });
  return (
    <AccountPage section="limits">
      <Loaded query={limits} lines={8}>
        {({ rateLimit, viewer }) => (
          <Stack gap="xl">
            <Section
              gap="sm"
              title="Rate limits"
              intro={
                rateLimit.limited
                  ? 'Each kind of work has its own points, for each key. One point pays for 1,000 units of cost.'
                  : 'Rate limits are off on this server.'
              }
            >
              {rateLimit.classes.map((each) => (
                <ClassLine key={each.costClass} rate={each} />
              ))}
              {rateLimit.limited && (
                <Text c="dimmed">
                  When points run out, requests are refused until the window is over. This console waits and
                  goes on by itself.
                </Text>
              )}
            </Section>
            <Section gap="sm" title="Storage" intro="Limits on what the organization may keep.">
              {viewer.organization.quotas.map((each) => (
                <QuotaLine key={each.quota} quota={each} />
              ))}
              <Text c="dimmed">
                When a quota is full, delete what you no longer need, or ask your operator for more.
              </Text>
            </Section>
          </Stack>
        )}
      </Loaded>
    </AccountPage>
  );
}

/** When all points are back. The page does not read them again by itself. */
function AllBack({ at }: { at: string }) {
  const isOver = useSyncExternalStore(onTick, () => Date.parse(at) <= Date.now());
  return isOver ? (
    ', all back now'
  ) : (
    <>
      {', all back '}
      <TimeAgo at={at} />
    </>
  );
}

function ClassLine({ rate: { costClass, limit, remaining, resetAt } }: { rate: RateClass }) {
  const [name, meaning] = CLASSES[costClass];
  const share = limit === 0 ? 0 : (100 * remaining) / limit;
  return (
    <Line
      name={name}
      meaning={meaning}
      share={share}
      state={`${formatNumber(remaining)} of ${formatNumber(limit)} points left`}
    >
      {resetAt ? <AllBack at={resetAt} /> : `, nothing used`}
    </Line>
  );
}

function QuotaLine({ quota: { quota, limit, used } }: { quota: Quota }) {
  const format = quota.endsWith('_BYTES') ? formatBytes : formatNumber;
  const state =
    limit == null
      ? `${format(used ?? 0)} used, no limit`
      : used == null
        ? `up to ${format(limit)}`
        : `${format(used)} of ${format(limit)} used`;
  return (
    <Line
      name={QUOTAS[quota]}
      share={limit && used != null ? (100 * used) / limit : undefined}
      state={state}
    />
  );
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
      {meaning && <Note>{meaning}</Note>}
    </div>
  );
}
