import { Skeleton, Stack, Text } from '@mantine/core';
import { useApiQuery } from '../../api/hooks.ts';
import { patiently, useCode } from '../../api/load-code.ts';
import { conditionsOf } from '../../filter/definition.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import {
  HomeMovesDocument,
  HomeReasonsDocument,
  type LatestEventsQuery,
  type MovedCompaniesFragment,
  type MoveReasonsFragment,
} from '../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { formatWeekday } from '../../lib/later-formats.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useFilterLabels } from '../../preview/value-labels.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { Section } from '../../ui/section.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import classes from './home.module.css';

type Event = NonNullable<LatestEventsQuery['events']>['edges'][number]['node'];

const DAY_MS = 86_400_000;
/** So many days have names that differ. */
const WEEK_MS = 6 * DAY_MS;
/** Lists whose changes are told; the page of events has all. */
const SHOWN = 3;

/** Changes of the members of a watched list, from the first event of a period to the last one. */
interface ListMoves {
  listId: number;
  name: string;
  since: number;
  until: number;
  first: string;
  last: string;
  /** Whether the filter was changed in the period. */
  isRedefined: boolean;
}

/**
 * Collects the changes of each list: those of the last days, else those of all events that are kept.
 *
 * @param events the oldest first.
 */
function movesOf(events: readonly Event[], now: number): ListMoves[] {
  const recent = events.filter(({ at }) => now - Date.parse(at) < WEEK_MS);
  const changed = (all: readonly Event[]) =>
    all.filter(({ type, list }) => type === 'LIST_MEMBERS_CHANGED' && list != null);
  const period = changed(recent).length > 0 ? recent : events;
  const moves = new Map<number, ListMoves>();
  for (const { listId, list, at, data } of changed(period)) {
    if (listId == null || !list) continue;
    const { previous_materialization_id: since, materialization_id: until } = data as Record<string, number>;
    if (since === undefined || until === undefined) continue;
    const earlier = moves.get(listId);
    moves.set(listId, {
      ...(earlier ?? { since, first: at }),
      listId,
      name: list.name,
      until,
      last: at,
      isRedefined: period.some((each) => each.type === 'LIST_DEFINITION_CHANGED' && each.listId === listId),
    });
  }
  return [...moves.values()].sort((a, b) => Date.parse(b.last) - Date.parse(a.last));
}

/** Watched lists with the companies that entered and left lately, and why. */
export function Since({ events }: { events: readonly Event[] }) {
  const now = Date.now();
  const moves = movesOf(events, now);
  if (moves.length === 0) return null;
  const first = moves.map((each) => each.first).sort()[0] ?? '';
  return (
    <Section
      title={`Since ${now - Date.parse(first) < WEEK_MS ? formatWeekday(first) : formatDay(first)}`}
      actions={<PageLink to="/app/activity">All activity</PageLink>}
    >
      <ul>
        {moves.slice(0, SHOWN).map((each) => (
          <Moves key={each.listId} moves={each} />
        ))}
      </ul>
    </Section>
  );
}

const loadReasons = patiently(() => import('../../filter/reasons.ts'));

interface Moved {
  companyId: number;
  name: string;
  slug: string;
  hasEntered: boolean;
}

const movedOf = (companies: MovedCompaniesFragment | null | undefined, hasEntered: boolean): Moved[] =>
  companies?.edges.flatMap(({ node: { companyId, company } }) =>
    company ? [{ companyId, ...company, hasEntered }] : [],
  ) ?? [];

function Moves({ moves: { listId, name, since, until, last, isRedefined } }: { moves: ListMoves }) {
  const ids = { listId: String(listId), since: String(since), until: String(until) };
  const { data, error } = useApiQuery(HomeMovesDocument, ids);
  const { entered, left } = data?.list?.changes ?? {};
  const companies = [...movedOf(entered, true), ...movedOf(left, false)];
  const total = (entered?.totalCount ?? 0) + (left?.totalCount ?? 0);
  const why = useReasons(ids.listId, companies);
  return (
    <li className={classes.moves}>
      <PageLink
        to="/app/lists/$listId/changes"
        params={{ listId: ids.listId }}
        search={{ since: ids.since, until: ids.until }}
        fw={600}
      >
        <bdi>{visibleText(name)}</bdi>
      </PageLink>{' '}
      <Text span c="dimmed" size="sm">
        {data && `+${formatNumber(entered?.totalCount ?? 0)} −${formatNumber(left?.totalCount ?? 0)} · `}
        {isRedefined && 'its filter was changed · '}
        <TimeAgo at={last} />
      </Text>
      {!data && !error && <Skeleton h={16} w="60%" />}
      <Stack component="ul" gap={0}>
        {companies.map(({ companyId, name: company, slug, hasEntered }, index) => (
          <li key={companyId}>
            <PageLink to="/app/companies/$identifier" params={{ identifier: slug }}>
              <bdi>{visibleText(company)}</bdi>
            </PageLink>{' '}
            {hasEntered ? 'entered' : 'left'}
            {why(index) && (
              <Text span c="dimmed">
                : <bdi>{visibleText(why(index) ?? '')}</bdi>
              </Text>
            )}
          </li>
        ))}
        {total > companies.length && companies.length > 0 && (
          <Text component="li" c="dimmed">
            and {formatNumber(total - companies.length)} more
          </Text>
        )}
      </Stack>
    </li>
  );
}

/** Reads why companies are, or are no longer, in a list. Without the answer, nothing is said. */
function useReasons(listId: string, companies: readonly Moved[]): (index: number) => string | undefined {
  const places = companies.map(({ slug }, index) => ({
    [`company${index + 1}`]: slug,
    [`has${index + 1}`]: true,
  }));
  const enabled = companies.length > 0;
  const { data } = useApiQuery(HomeReasonsDocument, Object.assign({ listId }, ...places), { enabled });
  const reasons = useCode(loadReasons, enabled);
  const { company1, company2, company3, company4 } = data?.list ?? {};
  const explained = [company1, company2, company3, company4];
  const labels = useFilterLabels(explained.flatMap((each) => conditionsIn(each)));
  return (index) => {
    const [company, each] = [companies[index], explained[index]];
    if (!company || !each || !labels || !reasons || each.member !== company.hasEntered) return undefined;
    if (each.excluded) return 'excluded by hand';
    if (each.source === 'ADDED') return 'added by hand';
    if (!each.member) {
      const unmet = each.conditions.find(({ met }) => !met);
      return unmet && `no longer ${reasons.verdictSentence(unmet, labels, 2)}`;
    }
    const sightings = reasons.sightingsOf(each.conditions, labels);
    const seen = sightings.map(({ what, day }) => `${what} · ${day}`).join(', ');
    return seen || reasons.shortReasons(each.conditions, labels);
  };
}

function conditionsIn(explained: MoveReasonsFragment | null | undefined) {
  return (explained?.conditions ?? []).flatMap(({ condition }) => {
    const parsed = parseDefinition({ registry_version: '', root: { condition } });
    return parsed.ok ? [...conditionsOf(parsed.value.root)] : [];
  });
}
