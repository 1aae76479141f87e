import { Group, Text } from '@mantine/core';
import { useApiQuery } from '../../api/hooks.ts';
import { toDraftLink } from '../../filter/draft-link.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import { MoveDocument, type MoveQuery, type MoveWindow } from '../../generated/graphql.ts';
import { counted, countryName } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { searchTechnologies } from '../../preview/remote-search.ts';
import { type Column, column, DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ButtonLink, PageLink } from '../../ui/page-link.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { Section } from '../../ui/section.tsx';
import { UserText } from '../../ui/user-text.tsx';

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
    <Section title="From one to another">
      <Group gap="xs" grow align="flex-end">
        <SearchSelect
          label="From"
          search={searchTechnologies}
          value={optionOf(from, move?.from.displayName)}
          without={to === undefined ? [] : [to]}
          onChange={({ value }) => onChoose({ from: value, to })}
        />
        <SearchSelect
          label="To"
          search={searchTechnologies}
          value={optionOf(to, move?.to.displayName)}
          without={from === undefined ? [] : [from]}
          onChange={({ value }) => onChoose({ from, to: value })}
        />
      </Group>
      {from === undefined || to === undefined ? (
        <Text c="dimmed">Choose two technologies, or a move below.</Text>
      ) : (
        <Loaded query={query} lines={6}>
          {({ technologyMove }) => technologyMove && <Found move={technologyMove} />}
        </Loaded>
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<NonNullable<Move['sample']>[number]>[] = [
  column('Company', ({ name, slug, primaryDomain }) => (
    <>
      <PageLink to="/app/companies/$identifier" params={{ identifier: slug }}>
        <UserText text={name} maw={220} />
      </PageLink>
      <UserText text={primaryDomain} size="xs" c="dimmed" inherit={false} maw={220} />
    </>
  )),
  column('Facts', ({ firmographics: { industry, country, employeeRange } }) => (
    <bdi>
      {visibleText([industry, country && countryName(country), employeeRange].filter(Boolean).join(' · '))}
    </bdi>
  )),
];

function Found({ move: { count, definition, sample } }: { move: Move }) {
  if (count === 0)
    return <Text role="status">No company dropped the one and adopted the other in this period.</Text>;
  const parsed = parseDefinition(definition);
  const link = parsed.ok ? toDraftLink({ definition: parsed.value }) : undefined;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text role="status" fw={600}>
          {`${counted(count, 'company', 'companies')} dropped one and adopted the other`}
        </Text>
        {link && (
          <ButtonLink to="/app/build" hash={link.slice(1)} size="compact-sm">
            Open as a draft
          </ButtonLink>
        )}
      </Group>
      <DataTable
        label="Companies that moved"
        columns={COLUMNS}
        rows={sample ?? []}
        idOf={({ companyId }) => companyId}
      />
    </>
  );
}
