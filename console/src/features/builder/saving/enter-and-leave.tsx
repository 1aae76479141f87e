import { Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { textKey } from '../../../../../src/lib/text-key.ts';
import { useApiQuery } from '../../../api/hooks.ts';
import type { Definition } from '../../../filter/definition.ts';
import { DefinitionPreviewDocument, type DefinitionPreviewQuery } from '../../../generated/graphql.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { ByHand, type HandMade } from '../../../ui/by-hand.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import classes from './saving.module.css';

const texts = editorText.review;

type Preview = NonNullable<NonNullable<DefinitionPreviewQuery['list']>['previewDefinition']>;
type Company = NonNullable<Preview['addedSample']>[number];

interface EnterAndLeaveProps {
  list: { listId: string; byHand: HandMade };
  definition: Definition;
}

/** Companies that would enter and leave a list, with the first of each, searchable. */
export function EnterAndLeave({ list, definition }: EnterAndLeaveProps) {
  const { listId } = list;
  const query = useApiQuery(DefinitionPreviewDocument, { listId, definition }, { staleTime: 0 });
  return (
    <Loaded query={query} lines={3}>
      {({ list: found }) =>
        found?.previewDefinition && <Companies {...list} preview={found.previewDefinition} />
      }
    </Loaded>
  );
}

function Companies({ preview, listId, byHand }: EnterAndLeaveProps['list'] & { preview: Preview }) {
  const [search, setSearch] = useState('');
  const { count, addedCount, removedCount } = preview;
  const addedSample = preview.addedSample ?? [];
  const removedSample = preview.removedSample ?? [];
  const hasAny = addedSample.length + removedSample.length > 0;
  return (
    <Stack gap="sm">
      <div>
        <Text>{texts.after2(count)}</Text>
        <ByHand {...{ listId, ...byHand }} why={texts.byHand} />
      </div>
      {hasAny && (
        <TextInput
          size="xs"
          maw={320}
          aria-label={texts.search}
          placeholder={texts.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <Group align="flex-start" grow preventGrowOverflow={false} gap="md">
        <Sample title={texts.enters(addedCount)} count={addedCount} companies={addedSample} search={search} />
        <Sample
          title={texts.leaves(removedCount)}
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
      {count > companies.length && <Text c="dimmed">{texts.sample(companies.length, count)}</Text>}
      {found.length === 0 && <Text c="dimmed">{count === 0 ? texts.noCompany : texts.noneFound}</Text>}
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
