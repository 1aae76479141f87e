import { Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { conditionsOf, type Definition } from '../../filter/definition.ts';
import { HomeExampleDocument } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useExampleFilters } from '../../preview/use-catalogue.ts';
import { useFilterLabels } from '../../preview/value-labels.ts';
import { common } from '../../text/common.ts';
import { PlainText } from '../../ui/written-lines.tsx';
import classes from './home.module.css';

const EXAMPLES = 3;

/** What a first visit can begin with: sentences that match companies of this catalogue, own customers, or a file. */
export function Examples({ onChoose }: { onChoose: (sentence: string) => void }) {
  const filters = useExampleFilters();
  return (
    <section aria-labelledby="home-examples">
      <Title order={2} id="home-examples" mb="xs">
        Begin with
      </Title>
      <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 5 }} className={classes.plain ?? ''}>
        {filters.length === 0
          ? Array.from({ length: EXAMPLES }, (_, index) => (
              // They are all alike and never change places.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Skeleton key={index} component="li" h={112} />
            ))
          : filters.map((filter) => (
              <li key={JSON.stringify(filter)}>
                <Example filter={filter} onChoose={onChoose} />
              </li>
            ))}
        <Way to="/app/insight/rule" title="Paste your customers">
          Get the filter that finds companies like them.
        </Way>
        <Way to="/app/files" title="Bring a file">
          Each row finds its company. The price comes before any charge.
        </Way>
      </SimpleGrid>
    </section>
  );
}

function Example({ filter, onChoose }: { filter: Definition; onChoose: (sentence: string) => void }) {
  const conditions = [...conditionsOf(filter.root)];
  const labels = useFilterLabels(conditions);
  const { data } = useApiQuery(HomeExampleDocument, { definition: filter });
  if (!labels) return <Skeleton h={112} />;
  const [first = '', second = ''] = conditions.map(({ field, values }) =>
    labels.value(field, values[0] ?? ''),
  );
  const key = conditions[0]?.field;
  const sentence =
    key === 'industry'
      ? `${first} companies in ${second}`
      : key === 'technology'
        ? `using ${first}, ${second} employees`
        : `partner of ${first}`;
  const { exactCount: count, sample } = data?.previewCount ?? {};
  const names = (sample ?? []).map(({ name }) => visibleText(name));
  return (
    <Paper
      withBorder
      component="button"
      type="button"
      className={classes.example ?? ''}
      onClick={() => onChoose(sentence)}
    >
      <b>
        <PlainText text={sentence} />
      </b>
      <span>{count === undefined ? '…' : common.companies(count, formatNumber(count))}</span>
      <Text span size="sm" c="dimmed" lineClamp={2}>
        <bdi>{names.join(', ')}</bdi>
      </Text>
    </Paper>
  );
}

function Way({
  to,
  title,
  children,
}: {
  to: '/app/insight/rule' | '/app/files';
  title: string;
  children: ReactNode;
}) {
  return (
    <li>
      <Paper withBorder className={classes.example ?? ''} renderRoot={(props) => <Link {...props} to={to} />}>
        <b>{title}</b>
        <Text span size="sm" c="dimmed">
          {children}
        </Text>
      </Paper>
    </li>
  );
}
