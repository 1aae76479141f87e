import { Skeleton, Text, Title } from '@mantine/core';
import { EyeOpenIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { useViewer } from '../../api/viewer.ts';
import { useWaitingDeletions } from '../../api/waiting-deletions.ts';
import { conditionsOf, type Definition } from '../../filter/definition.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import { toPlainText, toSentence } from '../../filter/sentence.ts';
import { type HomeListFragment, HomeListsDocument } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { common } from '../../text/common.ts';
import { homeText } from '../../text/home.ts';
import { useFilterLabels } from '../../ui/filter-labels.ts';
import { Problem } from '../../ui/problem.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { HistoryLine, type ListHistory, useHistories } from './history.tsx';
import classes from './home.module.css';
import { RecentCompanies } from './recent-companies.tsx';

const text = homeText.lists;
const SHOWN = 9;

/** The lists that changed last, as cards: name, filter in words, members, their last 30 days, owner. Recent companies follow. */
export function Portfolio() {
  const { data, error, refetch } = useApiQuery(HomeListsDocument, { first: SHOWN });
  const lists = data?.lists;
  const waiting = useWaitingDeletions();
  const nodes = useMemo(() => lists?.edges.map(({ node }) => node) ?? [], [lists]);
  const histories = useHistories(nodes);
  const shown = nodes.filter(({ listId }) => !waiting.has(listId));
  return (
    <section aria-labelledby="home-lists" className={classes.portfolio}>
      <div className={classes.heading}>
        <Title order={2} id="home-lists">
          {text.title}
        </Title>
        {lists && lists.totalCount > 0 && (
          <Link to="/app/lists" className={classes.all}>
            {text.all}{' '}
            <span className={classes.count}>
              {formatNumber(Math.max(0, lists.totalCount - waiting.size))}
            </span>
          </Link>
        )}
      </div>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {lists && shown.length === 0 && <Text c="dimmed">{text.none}</Text>}
      <ul className={classes.cards} aria-busy={!data && !error}>
        {!data && !error && [1, 2, 3].map((each) => <Skeleton key={each} component="li" h={152} />)}
        {shown.map((list) => (
          <Card key={list.listId} list={list} history={histories.get(list.listId)} />
        ))}
      </ul>
      {/* Below everything else, so that it moves nothing. */}
      {(data || error) && <RecentCompanies />}
    </section>
  );
}

function Card({ list, history }: { list: HomeListFragment; history: ListHistory | undefined }) {
  const userId = useViewer().data?.viewer.user.userId;
  const { listId, name, owner, updatedAt, watched, materializations } = list;
  const counts = materializations?.edges[0]?.node.counts;
  return (
    <li className={classes.card}>
      <Link to="/app/lists/$listId" params={{ listId: String(listId) }} className={classes.cardName}>
        <UserText text={name} />
      </Link>
      <p className={classes.sentence}>
        <FilterWords definition={list.definition} />
      </p>
      <div className={classes.members}>
        {counts ? (
          <span>
            <b className={classes.size}>{formatNumber(counts.total)}</b> {text.companies(counts.total)}
          </span>
        ) : (
          <Text c="dimmed">{text.notComputed}</Text>
        )}
        {history && <HistoryLine history={history} />}
      </div>
      <p className={classes.meta}>
        {watched && (
          <span className={classes.watched}>
            <EyeOpenIcon width={12} height={12} aria-hidden /> {text.watched}
          </span>
        )}
        {owner.userId !== userId && <UserText text={text.owner(owner.name)} />}
        <span>
          {text.updated} <TimeAgo at={updatedAt} />
        </span>
      </p>
    </li>
  );
}

/** A filter in words, without "Companies where". */
function FilterWords({ definition: raw }: { definition: unknown }) {
  const parsed = parseDefinition(raw);
  const definition: Definition | undefined = parsed.ok ? parsed.value : undefined;
  const labels = useFilterLabels([...conditionsOf(definition?.root ?? null)]);
  if (!definition?.root) return text.byHand;
  if (!labels) return common.loading;
  const [, ...words] = toSentence(definition, labels, 3);
  return <bdi>{toPlainText(words)}</bdi>;
}
