import { Skeleton, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { Definition } from '../../../filter/definition.ts';
import { toDraftLink } from '../../../filter/draft-link.ts';
import type { Addition } from '../../../filter/rank.ts';
import { formatNumber, formatShare, formatTimes } from '../../../lib/format.ts';
import { useCatalogue } from '../../../preview/use-catalogue.ts';
import { useLivePreview } from '../../../preview/use-live-preview.ts';
import { useBreakdownFields } from '../../../preview/usual-breakdowns.ts';
import { type Column, column, DataTable, numberColumn } from '../../../ui/data-table.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Section } from '../../../ui/section.tsx';
import { toNode } from '../../../workspace/adding/addition.ts';
import { handCondition } from '../../../workspace/draft/use-draft.ts';
import { BreakdownPanel } from '../../../workspace/numbers/breakdown-panel.tsx';
import { useMembership, useOpenList } from '../list-data.ts';
import { useListId } from '../search.ts';
import { TechnologyPairs } from './technology-pairs.tsx';
import { FEWEST, type TypicalValue } from './typical.ts';
import { type Typical, useTypical } from './use-typical.ts';
import { memberDefinition, ValueLink } from './value-link.tsx';

/** The members of a list by the values of fields, and what is typical for them. */
export function ListNumbers() {
  const { catalogue, error, refetch } = useCatalogue();
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!catalogue) return <Skeleton h={400} />;
  return (
    <Stack gap="md">
      <MemberBreakdowns catalogue={catalogue} />
      <MoreNumbers />
    </Stack>
  );
}

/** The members by the values of fields. A bar adds its condition to a draft of the list. */
function MemberBreakdowns({ catalogue }: { catalogue: Catalogue }) {
  const listId = useListId();
  const { list } = useOpenList();
  const navigate = useNavigate({ from: '/app/lists/$listId/' });
  const saved = list.definition as Definition;
  const [fields, setFields] = useBreakdownFields(catalogue, saved.root);
  const { registryVersion } = catalogue;
  const definition = useMemo(() => memberDefinition(listId, registryVersion), [listId, registryVersion]);
  const preview = useLivePreview(definition, fields);
  const { membership } = useMembership();
  const read = useEffectEvent(preview.retry);
  const id = membership?.id;
  useEffect(() => {
    // The members may be others, although they are asked for in the same words.
    if (id !== undefined) read();
  }, [id]);
  const add = (addition: Addition) => {
    // What was added by hand meets no filter, so that a list without one is narrowed by its own name.
    if (saved.root === null) {
      const draft = toDraftLink({ definition: memberDefinition(listId, registryVersion, toNode(addition)) });
      void navigate({ to: '/app/build', ...(draft && { hash: draft.slice(1) }) });
      return;
    }
    handCondition(addition);
    void navigate({ search: (all) => ({ ...all, edit: true }), resetScroll: false });
  };
  return <BreakdownPanel {...{ catalogue, preview, fields }} onFieldsChange={setFields} onAdd={add} />;
}

/** What is typical for the members, and which technologies occur together. Counted once somebody asks for it. */
function MoreNumbers() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Typical values and technologies that occur together</summary>
      {isOpen && <TypicalNumbers />}
    </details>
  );
}

function TypicalNumbers() {
  const { typical, error, retry } = useTypical();
  return (
    <Stack gap="md" mt="sm">
      {error && <Problem error={error} onRetry={retry} />}
      <TypicalValues typical={typical} />
      <TechnologyPairs typical={typical} />
    </Stack>
  );
}

const SHOWN_VALUES = 8;

const FIELDS: Readonly<Record<string, string>> = {
  country: 'Country',
  employee_range: 'Employees',
  industry: 'Industry',
  technology: 'Technology',
};

/** Values by which the members differ from the whole catalogue. @param typical undefined while it is counted */
function TypicalValues({ typical }: { typical: Typical | undefined }) {
  return (
    <Section title="Typical for this list" order={3} gap={0}>
      <Text size="sm" c="dimmed" mb="xs">
        How many times as frequent a value is among the members as in the whole catalogue, with the interval
        at 95 %.
      </Text>
      {!typical && <Skeleton h={(SHOWN_VALUES + 1) * 32} />}
      {typical?.values.length === 0 && (
        <Text>
          {typical.members < FEWEST
            ? `What is typical is said of lists with at least ${formatNumber(FEWEST)} members.`
            : 'No value is clearly more frequent here than in the catalogue.'}
        </Text>
      )}
      {typical && typical.values.length > 0 && (
        <DataTable
          label="Typical values"
          columns={columnsOf(typical)}
          rows={typical.values}
          idOf={({ field, value }) => `${field} ${value}`}
          sort={{ column: 'times', isDescending: true }}
          shown={SHOWN_VALUES}
          isNarrow
        />
      )}
    </Section>
  );
}

const columnsOf = ({ registryVersion }: Typical): Column<TypicalValue>[] => [
  column('Value', (each) => (
    <>
      <ValueLink value={each} registryVersion={registryVersion} />{' '}
      <Text span fz="xs" c="dimmed" ms={8}>
        {FIELDS[each.field]}
      </Text>
    </>
  )),
  {
    key: 'times',
    title: 'Times',
    isNumber: true,
    sort: ({ ratio }) => ratio,
    cell: ({ ratio, low, high }) => (
      <>
        <strong>{formatTimes(ratio)}</strong>{' '}
        <Text fz="xs" c="dimmed" component="span" display="block" style={{ whiteSpace: 'nowrap' }}>
          {formatTimes(low)} to {formatTimes(high)}
        </Text>
      </>
    ),
  },
  numberColumn('members', 'Members', ({ inList }) => inList, formatShare),
  numberColumn('catalogue', 'Catalogue', ({ inCatalogue }) => inCatalogue, formatShare),
];
