import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/hooks.ts';
import { toDraftLink } from '../../filter/draft-link.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import { MoveDocument, type MoveQuery, type MoveWindow } from '../../generated/graphql.ts';
import { countryName, formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { searchTechnologies } from '../../preview/remote-search.ts';
import { insightText } from '../../text/insight.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { UserText } from '../../ui/user-text.tsx';

const text = insightText.moves;

type Move = NonNullable<MoveQuery['technologyMove']>;

interface OneMoveProps {
  window: MoveWindow;
  from: string | undefined;
  to: string | undefined;
  onChoose: (pair: { from?: string | undefined; to?: string | undefined }) => void;
}

/** Companies that dropped one technology and adopted another one. */
export function OneMove({ window, from, to, onChoose }: OneMoveProps) {
  const query = useApiQuery(
    MoveDocument,
    { from: from ?? '', to: to ?? '', window },
    { enabled: from !== undefined && to !== undefined, keepPrevious: true },
  );
  const move = query.data?.technologyMove;
  const optionOf = (key: string | undefined, label: string | undefined) =>
    key === undefined ? null : { value: key, label: (!query.isPlaceholderData && label) || key };
  return (
    <Stack gap="xs" component="section" aria-labelledby="move">
      <Title order={2} id="move">
        {text.move}
      </Title>
      <Group gap="xs" grow align="flex-end">
        <SearchSelect
          label={text.from}
          search={searchTechnologies}
          value={optionOf(from, move?.from.displayName)}
          without={to === undefined ? [] : [to]}
          onChange={({ value }) => onChoose({ from: value, to })}
        />
        <SearchSelect
          label={text.to}
          search={searchTechnologies}
          value={optionOf(to, move?.to.displayName)}
          without={from === undefined ? [] : [from]}
          onChange={({ value }) => onChoose({ from, to: value })}
        />
      </Group>
      {from === undefined || to === undefined ? (
        <Text c="dimmed">{text.choose}</Text>
      ) : (
        <Loaded query={query} lines={6}>
          {({ technologyMove }) => technologyMove && <Found move={technologyMove} />}
        </Loaded>
      )}
    </Stack>
  );
}

const COLUMNS: readonly Column<NonNullable<Move['sample']>[number]>[] = [
  {
    key: 'company',
    title: text.company,
    cell: ({ name, slug, primaryDomain }) => (
      <>
        <PageLink to="/app/companies/$identifier" params={{ identifier: slug }}>
          <UserText text={name} maw={220} />
        </PageLink>
        <UserText text={primaryDomain} size="xs" c="dimmed" inherit={false} maw={220} />
      </>
    ),
  },
  {
    key: 'facts',
    title: text.facts,
    cell: ({ firmographics: { industry, country, employeeRange } }) => (
      <bdi>
        {visibleText([industry, country && countryName(country), employeeRange].filter(Boolean).join(' · '))}
      </bdi>
    ),
  },
];

function Found({ move: { count, definition, sample } }: { move: Move }) {
  if (count === 0) return <Text role="status">{text.nobody}</Text>;
  const parsed = parseDefinition(definition);
  const link = parsed.ok ? toDraftLink({ definition: parsed.value }) : undefined;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text role="status" fw={600}>
          {text.moved(count, formatNumber(count))}
        </Text>
        {link && (
          <Button
            size="compact-sm"
            renderRoot={(props) => <Link {...props} to="/app/build" hash={link.slice(1)} />}
          >
            {text.open}
          </Button>
        )}
      </Group>
      <DataTable
        label={text.sample}
        columns={COLUMNS}
        rows={sample ?? []}
        idOf={({ companyId }) => companyId}
      />
    </>
  );
}
