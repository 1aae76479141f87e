import { Anchor, Group, Skeleton, Switch, Text, TextInput, Title } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { textKey } from '../../../../../src/lib/text-key.ts';
import { useApiQuery } from '../../../api/hooks.ts';
import { type CompanyFactsFragment, CompanyTechnologiesDocument } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { companiesText } from '../../../text/companies.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import classes from './category-list.module.css';
import { CategoryList } from './category-list.tsx';
import { axisOf, firstOf, groupTechnologies, type SeenTechnology } from './group-technologies.ts';
import { TechnologyTable } from './technology-table.tsx';

const texts = companiesText.technologies;
/** Technologies that are added to the time line at a time. */
const PAGE = 100;

/** Technologies of a company by category, and on one time axis if one asks for it. */
export function TechnologiesSection({ company }: { company: CompanyFactsFragment }) {
  const query = useApiQuery(CompanyTechnologiesDocument, { identifier: company.slug });
  return (
    <section aria-labelledby="technologies">
      <Title order={2} id="technologies" mb="xs">
        {texts.title(formatNumber(company.firmographics.technologyCount))}
      </Title>
      {query.isPending && <Waiting technologies={company.firmographics.technologyCount} />}
      <Loaded query={query} lines={0}>
        {({ company: answer, catalogue }) => {
          const { edges = [], totalCount = 0 } = answer?.technologies ?? {};
          if (edges.length === 0) return <Text c="dimmed">{texts.none}</Text>;
          return (
            <>
              {edges.length < totalCount && <Text size="sm">{texts.capped(formatNumber(edges.length))}</Text>}
              <Technologies technologies={edges} asOf={catalogue.asOf ?? undefined} />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

/** Rows of categories. A category has about two technologies. */
function Waiting({ technologies }: { technologies: number }) {
  const rows = Math.min(24, Math.ceil(technologies / 2));
  return (
    <div role="status" aria-busy="true" aria-label={common.loading}>
      <Skeleton h={36} maw={320} mb="xs" />
      {Array.from({ length: rows }, (_, row) => (
        // The rows are all alike and never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={row} className={classes.waiting}>
          <Skeleton h={14} w={`${40 + (row % 3) * 12}%`} />
        </div>
      ))}
    </div>
  );
}

interface TechnologiesProps {
  technologies: readonly SeenTechnology[];
  /** Newest observation of the catalogue. */
  asOf: string | undefined;
}

function Technologies({ technologies, asOf }: TechnologiesProps) {
  const [filter, setFilter] = useState('');
  const [isTimeLine, setTimeLine] = useState(false);
  const text = useDeferredValue(textKey(filter.trim()));
  const matching = useMemo(() => technologies.filter((each) => matches(each, text)), [technologies, text]);
  return (
    <div data-wide={isTimeLine || undefined}>
      <Group justify="space-between" gap="xs" mb="xs">
        <TextInput
          aria-label={texts.filter}
          placeholder={texts.filter}
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
          flex="1 1 200px"
          maw={320}
        />
        <Switch
          label={texts.timeLine}
          checked={isTimeLine}
          onChange={({ currentTarget }) => setTimeLine(currentTarget.checked)}
        />
      </Group>
      {matching.length === 0 && <Text role="status">{texts.nothing}</Text>}
      {isTimeLine && matching.length > 0 && <TimeLine all={technologies} {...{ matching, asOf }} />}
      {!isTimeLine && <CategoryList technologies={matching} asOf={asOf} isOpen={text !== ''} />}
    </div>
  );
}

interface TimeLineProps {
  all: readonly SeenTechnology[];
  matching: readonly SeenTechnology[];
  asOf: string | undefined;
}

function TimeLine({ all, matching, asOf }: TimeLineProps) {
  const [count, setCount] = useState(PAGE);
  // Bars keep their places while the filter changes.
  const axis = useMemo(() => axisOf(all), [all]);
  const groups = useMemo(() => firstOf(groupTechnologies(matching), count), [matching, count]);
  return (
    <>
      {axis && <TechnologyTable {...{ groups, axis, asOf }} />}
      {matching.length > count && (
        <Anchor
          component="button"
          type="button"
          c="var(--action)"
          mt="xs"
          onClick={() => setCount(count + PAGE)}
        >
          {companiesText.company.more(formatNumber(Math.min(PAGE, matching.length - count)))}
        </Anchor>
      )}
    </>
  );
}

const matches = ({ node }: SeenTechnology, text: string): boolean =>
  textKey(node.displayName).includes(text) || textKey(node.category ?? '').includes(text);
