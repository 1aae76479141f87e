import { Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { textKey } from '../../../../src/lib/text-key.ts';
import type { DefinitionPreviewQuery } from '../../generated/graphql.ts';
import { ByHand, type HandMade } from '../../ui/by-hand.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { editorText } from '../text.ts';
import classes from './saving.module.css';

const moveTexts = editorText.review;

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
        <Text>{moveTexts.after2(count)}</Text>
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
        <Sample
          title={moveTexts.enters(addedCount)}
          count={addedCount}
          companies={addedSample}
          search={search}
        />
        <Sample
          title={moveTexts.leaves(removedCount)}
          count={removedCount}
          companies={removedSample}
          search={search}
        />
      </Group>
    </Stack>
  );
}

interface SampleProps {
  title: string;
  count: number;
  companies: readonly Company[];
  search: string;
}

function Sample({ title, count, companies, search }: SampleProps) {
  const wanted = textKey(search.trim());
  const found = companies.filter(({ name, primaryDomain }) =>
    textKey(`${name} ${primaryDomain}`).includes(wanted),
  );
  return (
    <Stack gap={4} miw={200}>
      <Title order={3}>{title}</Title>
      {count > companies.length && <Text c="dimmed">{moveTexts.sample(companies.length, count)}</Text>}
      {found.length === 0 && (
        <Text c="dimmed">{count === 0 ? 'None.' : 'None of these companies matches the search.'}</Text>
      )}
      <ul className={classes.companies}>
        {found.map(({ companyId, slug, name, primaryDomain }) => (
          <li key={companyId}>
            <Link to="/app/companies/$identifier" params={{ identifier: slug }} target="_blank">
              <UserText text={name} />
            </Link>
            {primaryDomain && <UserText text={primaryDomain} c="dimmed" size="xs" />}
          </li>
        ))}
      </ul>
    </Stack>
  );
}
