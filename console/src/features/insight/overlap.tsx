import { Box, CloseButton, Group, Paper, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type CSSProperties, useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { InsightListsDocument, OverlapDocument, type OverlapQuery } from '../../generated/graphql.ts';
import { counted, formatNumber, formatShare } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { searchLists } from '../../preview/remote-search.ts';
import { conditionOf, useDraft } from '../../ui/draft-link.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { Section } from '../../ui/section.tsx';
import { useListName } from '../../ui/use-list-name.ts';
import { UserText } from '../../ui/user-text.tsx';
import { ValueBars } from '../../ui/values/value-bars.tsx';
import classes from './insight.module.css';
import { InsightPage } from './insight-page.tsx';

const MOST = 8;
const NONE: readonly number[] = [];

/** Compares lists, by default those that changed last. */
export default function OverlapPage() {
  const { lists } = useSearch({ from: '/app/insight/overlap' });
  const latest = useApiQuery(InsightListsDocument, {}, { enabled: lists === undefined });
  const ids = lists ?? latest.data?.lists?.edges.map(({ node }) => node.listId) ?? NONE;
  const isOpen = lists !== undefined || latest.data !== undefined;
  return (
    <InsightPage
      section="overlap"
      intro="What do lists have in common? Choose up to eight. A cell compares its two lists; each part of their companies opens as a draft."
    >
      <Stack gap="lg">
        <Chosen ids={ids} />
        {ids.length >= 2 && <Compared key={ids.join()} ids={ids} />}
        {isOpen && ids.length < 2 && (
          <Empty title={lists ? 'Choose two lists or more.' : 'You have no two lists yet.'}>
            {!lists && <PageLink to="/app/build">Make a list</PageLink>}
          </Empty>
        )}
      </Stack>
    </InsightPage>
  );
}

/** The lists that are compared, each of which can be taken out, and a field that adds one. */
function Chosen({ ids }: { ids: readonly number[] }) {
  const navigate = useNavigate({ from: '/app/insight/overlap' });
  const choose = (lists: number[]) => void navigate({ search: { lists }, replace: true, resetScroll: false });
  return (
    <Group gap="xs" align="center">
      <Group component="ul" role="list" gap="xs" m={0} p={0} aria-label="Lists that are compared">
        {ids.map((id) => (
          <ChosenList key={id} id={id} onRemove={() => choose(ids.filter((each) => each !== id))} />
        ))}
      </Group>
      <SearchSelect
        label="Add a list"
        isPlain
        placeholder="Add a list"
        disabled={ids.length >= MOST}
        value={null}
        search={searchLists}
        without={ids.map(String)}
        onChange={({ value }) => choose([...ids, Number(value)])}
      />
    </Group>
  );
}

function ChosenList({ id, onRemove }: { id: number; onRemove: () => void }) {
  const name = useListName(id) ?? '';
  return (
    <Group component="li" gap={4} wrap="nowrap" className={classes.chosen}>
      <UserText text={name} maw={220} />
      <CloseButton size="sm" aria-label={`Do not compare ${visibleText(name)}`} onClick={onRemove} />
    </Group>
  );
}

type Overlap = NonNullable<OverlapQuery['listOverlap']>;

/** Two places of the lists that are compared. */
type Pair = readonly [a: number, b: number];

interface CompareProps {
  overlap: Overlap;
  pair: Pair;
  onPair: (pair: Pair) => void;
}

function Compared({ ids }: { ids: readonly number[] }) {
  const [chosen, setChosen] = useState<Pair>();
  const query = useApiQuery(OverlapDocument, { sets: ids.map((id) => ({ listId: String(id) })) });
  return (
    <>
      {query.isPending && <Skeleton h={48 + 48 * ids.length} />}
      <Loaded query={query} lines={0}>
        {({ listOverlap: overlap }) => {
          if (!overlap) return null;
          const pair = chosen ?? largestPair(overlap);
          return (
            <div className={classes.columns} data-of="overlap">
              <Matrix {...{ overlap, pair, ids }} onPair={setChosen} />
              <Stack gap="lg" miw={0}>
                <Parts {...{ overlap, pair, ids }} />
                {ids.length > 2 && <Pairs overlap={overlap} onPair={setChosen} />}
              </Stack>
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

const countOf = ({ pairs }: Overlap, [a, b]: Pair): number => pairs[a]?.[b] ?? 0;
const shareOf = (overlap: Overlap, [a, b]: Pair): number =>
  countOf(overlap, [a, b]) / Math.max(1, countOf(overlap, [a, a]));
const nameOf = ({ sets }: Overlap, at: number): string => visibleText(sets[at]?.name ?? '');

/** Returns each two places once, those with the most companies in both first. */
function pairsOf(overlap: Overlap): Pair[] {
  const places = overlap.sets.map((_, at) => at);
  const pairs = places.flatMap((a) => places.slice(a + 1).map((b): Pair => [a, b]));
  return pairs.toSorted((one, other) => countOf(overlap, other) - countOf(overlap, one));
}

const largestPair = (overlap: Overlap): Pair => pairsOf(overlap)[0] ?? [0, 1];

/** A row and a column for each list. A cell has the share of its row, and chooses the pair. */
function Matrix({ overlap, pair: [a, b], ids, onPair }: CompareProps & { ids: readonly number[] }) {
  const { sets } = overlap;
  return (
    <Box visibleFrom="sm">
      <table className={classes.matrix} aria-label="Companies in both lists">
        <thead>
          <tr>
            <th scope="col">Of the companies in …</th>
            {sets.map((_, column) => (
              <th key={ids[column]} scope="col">
                <Text component="bdi" lineClamp={2} inherit title={nameOf(overlap, column)}>
                  {nameOf(overlap, column)}
                </Text>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sets.map(({ count }, row) => (
            <tr key={ids[row]}>
              <th scope="row">
                <PageLink to="/app/lists/$listId" params={{ listId: String(ids[row]) }} fz="sm">
                  <UserText text={nameOf(overlap, row)} />
                </PageLink>
                <span className={classes.small}>{counted(count, 'company', 'companies')}</span>
              </th>
              {sets.map((_, column) => (
                <td key={ids[column]}>
                  {row === column ? (
                    <span aria-hidden="true">·</span>
                  ) : (
                    <Cell
                      {...{ overlap }}
                      pair={[row, column]}
                      isChosen={(row === a && column === b) || (row === b && column === a)}
                      onPair={onPair}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="xs" c="dimmed" mt="xs">
        Each cell has the share of the list at its left that is also in the list above, and the number of
        companies.
      </Text>
    </Box>
  );
}

function Cell({ overlap, pair, isChosen, onPair }: CompareProps & { isChosen: boolean }) {
  const count = countOf(overlap, pair);
  const share = shareOf(overlap, pair);
  const [row, column] = [nameOf(overlap, pair[0]), nameOf(overlap, pair[1])];
  return (
    <button
      type="button"
      className={classes.cell}
      // Small shares differ more to the eye by their roots.
      style={{ '--share': Math.sqrt(share) } as CSSProperties}
      aria-pressed={isChosen}
      onClick={() => onPair(pair)}
    >
      {formatShare(share)}
      <span className={classes.small}>
        {formatNumber(count)}
        <VisuallyHidden>{` ${count === 1 ? 'company' : 'companies'} of ${row}, also in ${column}`}</VisuallyHidden>
      </span>
    </button>
  );
}

/** All pairs, those with the most companies in both first. They stand for the matrix in windows that are too narrow for it. */
function Pairs({ overlap, onPair }: Omit<CompareProps, 'pair'>) {
  const pairs = pairsOf(overlap);
  const largest = Math.max(...overlap.sets.map(({ count }) => count));
  return (
    <Section title="Pairs of lists">
      <ValueBars
        name="Pairs of lists"
        entries={pairs.map((pair) => ({
          value: pair.join(),
          label: `${nameOf(overlap, pair[0])} + ${nameOf(overlap, pair[1])}`,
          count: countOf(overlap, pair),
        }))}
        total={largest}
        hidesShares
        shown={MOST}
        use={({ value }) => ({
          kind: 'add',
          run: () => {
            const pair = pairs.find((each) => each.join() === value);
            if (pair) onPair(pair);
          },
        })}
        after="compare these two"
      />
    </Section>
  );
}

/** The companies of two lists in three parts, each of which is a draft. */
function Parts({ overlap, pair: [a, b], ids }: Omit<CompareProps, 'onPair'> & { ids: readonly number[] }) {
  const draft = useDraft();
  const [nameA, nameB] = [nameOf(overlap, a), nameOf(overlap, b)];
  const both = countOf(overlap, [a, b]);
  const [onlyA, onlyB] = [countOf(overlap, [a, a]) - both, countOf(overlap, [b, b]) - both];
  const inList = (at: number, operator: 'any_of' | 'none_of') =>
    conditionOf('list', operator, [ids[at] ?? 0]);
  const parts = {
    a: { label: `Only in ${nameA}`, count: onlyA, of: [inList(a, 'any_of'), inList(b, 'none_of')] },
    both: { label: 'In both', count: both, of: [inList(a, 'any_of'), inList(b, 'any_of')] },
    b: { label: `Only in ${nameB}`, count: onlyB, of: [inList(b, 'any_of'), inList(a, 'none_of')] },
  };
  const total = onlyA + both + onlyB;
  return (
    <Paper withBorder p="md" component="section" aria-label="Companies of the two lists" role="region">
      <Title order={2}>
        <UserText text={`${nameA} + ${nameB}`} />
      </Title>
      <Text c="dimmed" size="sm" mb="sm" role="status">
        {counted(total, 'company', 'companies')} in one or both
      </Text>
      <ValueBars
        name="Companies of the two lists"
        entries={Object.entries(parts).map(([value, { label, count }]) => ({ value, label, count }))}
        total={total}
        shown={3}
        use={({ value }) => ({ kind: 'open', draft: draft({ and: parts[value as keyof typeof parts].of }) })}
        after="open as a draft"
      />
    </Paper>
  );
}
