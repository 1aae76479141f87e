import { Anchor, Paper, Text, TextInput, Title } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { type CompanyFactsFragment, CompanyTechnologiesDocument } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { companiesText } from '../../../text/companies.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { axisOf, firstOf, groupTechnologies, type SeenTechnology } from './group-technologies.ts';
import { TechnologyTable } from './technology-table.tsx';

const texts = companiesText.technologies;
/** Technologies that are added at a time. */
const PAGE = 100;

/** Technologies of a company on one time axis. */
export function TechnologiesSection({ company }: { company: CompanyFactsFragment }) {
  const query = useApiQuery(CompanyTechnologiesDocument, { identifier: company.slug });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="technologies">
      <Title order={2} id="technologies" mb="xs">
        {texts.title(formatNumber(company.firmographics.technologyCount))}
      </Title>
      <Loaded query={query} lines={8}>
        {({ company: answer }) => {
          const { edges = [], totalCount = 0 } = answer?.technologies ?? {};
          if (edges.length === 0) return <Text c="dimmed">{texts.none}</Text>;
          return (
            <>
              {edges.length < totalCount && <Text size="sm">{texts.capped(formatNumber(edges.length))}</Text>}
              <Technologies technologies={edges} />
            </>
          );
        }}
      </Loaded>
    </Paper>
  );
}

function Technologies({ technologies }: { technologies: readonly SeenTechnology[] }) {
  const [filter, setFilter] = useState('');
  const [count, setCount] = useState(PAGE);
  const text = useDeferredValue(filter.trim().toLowerCase());
  // Bars keep their places while the filter changes.
  const axis = useMemo(() => axisOf(technologies), [technologies]);
  const matching = useMemo(() => technologies.filter((each) => matches(each, text)), [technologies, text]);
  const groups = useMemo(() => firstOf(groupTechnologies(matching), count), [matching, count]);
  return (
    <>
      <TextInput
        aria-label={texts.filter}
        placeholder={texts.filter}
        value={filter}
        onChange={({ currentTarget }) => setFilter(currentTarget.value)}
        maw={320}
        mb="xs"
      />
      {groups.length === 0 || !axis ? (
        <Text role="status">{texts.nothing}</Text>
      ) : (
        <TechnologyTable groups={groups} axis={axis} />
      )}
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
  node.displayName.toLowerCase().includes(text) || node.category?.toLowerCase().includes(text) === true;
