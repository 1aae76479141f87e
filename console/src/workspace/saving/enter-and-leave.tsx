import { Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { textKey } from '../../../../src/lib/text-key.ts';
import type { DefinitionPreviewQuery } from '../../generated/graphql.ts';
import { counted, formatNumber } from '../../lib/format.ts';
import { ByHand, type HandMade } from '../../ui/by-hand.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { UserText } from '../../ui/user-text.tsx';
import classes from './saving.module.css';

const companies = (count: number) => counted(count, 'company', 'companies');

type Preview = NonNullable<NonNullable<DefinitionPreviewQuery['list']>['previewDefinition']>;
type Company = NonNullable<Preview['addedSample']>[number];

interface EnterAndLeaveProps {
  listId: string;
  byHand: HandMade;
  /** What another definition would change. */
  preview: Preview;
}

/** Companies that would enter and leave a list, with the first of each, searchable. */
export function EnterAndLeave({ preview, listId, byHand }: EnterAndLeaveProps) {
  const [search, setSearch] = useState('');
  const { count, addedCount, removedCount } = preview;
  const addedSample = preview.addedSample ?? [];
  const removedSample = preview.removedSample ?? [];
  const hasAny = addedSample.length + removedSample.length > 0;
  return (
    <Stack gap="sm">
      <div>
        <Text>{`Afterwards the list has ${companies(count)}.`}</Text>
        <ByHand {...{ listId, ...byHand }} why="Beside what the filter matches, that counts:" />
      </div>
      {hasAny && (
        <TextInput
          size="xs"
          maw={320}
          aria-label="Search these companies"
          placeholder="Search these companies"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <Group align="flex-start" grow preventGrowOverflow={false} gap="md">
        <Sample verb="enter" count={addedCount} sample={addedSample} search={search} />
        <Sample verb="leave" count={removedCount} sample={removedSample} search={search} />
      </Group>
    </Stack>
  );
}

interface SampleProps {
  verb: string;
  count: number;
  sample: readonly Company[];
  search: string;
}

function Sample({ verb, count, sample, search }: SampleProps) {
  const wanted = textKey(search.trim());
  const found = sample.filter(({ name, primaryDomain }) =>
    textKey(`${name} ${primaryDomain}`).includes(wanted),
  );
  return (
    <Stack gap={4} miw={200}>
      <Title order={3}>{`${companies(count)} ${verb}`}</Title>
      {count > sample.length && (
        <Text c="dimmed">{`The first ${sample.length} of ${formatNumber(count)}`}</Text>
      )}
      {found.length === 0 && (
        <Text c="dimmed">{count === 0 ? 'None.' : 'None of these companies matches the search.'}</Text>
      )}
      <ul className={classes.companies}>
        {found.map(({ companyId, slug, name, primaryDomain }) => (
          <li key={companyId}>
            <PageLink
              to="/app/companies/$identifier"
              params={{ identifier: slug }}
              target="_blank"
              c="var(--action)"
              fw={400}
            >
              <UserText text={name} />
            </PageLink>
            {primaryDomain && <UserText text={primaryDomain} c="dimmed" size="xs" />}
          </li>
        ))}
      </ul>
    </Stack>
  );
}
