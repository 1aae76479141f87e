import { Button, Group, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CompanyDataError } from '../../../api/client.ts';
import { useApiQuery } from '../../../api/hooks.ts';
import { FilterCatalogueDocument, type MemberRowFragment } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useFilterLabels } from '../../../preview/value-labels.ts';
import type { Sort } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Lines } from '../../../ui/loaded.tsx';
import { useOwnFields } from '../../../ui/own-fields.tsx';
import { ButtonLink } from '../../../ui/page-link.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { useSelection } from '../../../ui/selection/use-selection.ts';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { useListConditions, useMembership, useOpenList } from '../list-data.ts';
import { useListId } from '../search.ts';
import { moved, useMemberColumns } from './columns.tsx';
import { useMemberActions } from './member-actions.tsx';
import { useMemberPages } from './member-pages.ts';
import { MemberPanel, useOpenMember } from './member-panel.tsx';
import classes from './members.module.css';
import { MembersToolbar } from './members-toolbar.tsx';
import { CellsContext } from './own-cell.tsx';
import { useCells, useStoredValues } from './use-cells.ts';
import { useView } from './use-view.ts';

/** Members of a list as a table, with a panel for one of them. */
export function MembersTab() {
  const listId = useListId();
  const search = useSearch({ from: '/app/lists/$listId/' });
  const canEdit = useOpenList().list.accessLevel !== 'VIEWER';
  const { membership, error, refetch } = useMembership();
  const conditions = useListConditions();
  const labels = useFilterLabels(conditions);
  const own = useOwnFields();
  const all = useMemberColumns(labels, own);
  const view = useView(listId, conditions, all);
  const { columns, change } = view;
  const { tier, sort } = view.state;
  const asked = { tier, sort, search: search.search };
  // Own values are read as soon as there are fields, so that they can be set and restored in all rows.
  const fieldsPending = useApiQuery(FilterCatalogueDocument, {}).isPending;
  const isKnown = view.isKnown && !fieldsPending;
  const pages = useMemberPages(listId, isKnown ? membership?.id : undefined, asked, own.length > 0);
  const { rows, total } = pages;
  const panel = useOpenMember(rows);
  // Another search, tier or order begins at the top.
  const scope = JSON.stringify([membership?.id, asked]);
  const selection = useSelection(rows, idOf, { total: total ?? 0, scope });
  const values = useStoredValues();
  const fields = useMemo(() => fieldsOf(columns, own), [columns, own]);
  const { cells, onKeyDown } = useCells({ rows, fields, ...values });
  const [widths, setWidths] = useLocalStorage<Readonly<Record<string, number>>>({
    key: 'company-data.column-widths',
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const actions = useMemberActions({
    ...{ canEdit, asked, own, columns, pages, selection, onOpen: panel.rows.onOpen },
    ...values,
  });
  if (!membership)
    return error ? <Problem error={error} onRetry={() => void refetch()} /> : <Lines count={12} />;
  return (
    <>
      <MembersToolbar {...{ canEdit, all, view, rows }} counts={membership.counts} />
      {/* The region exists before its text, so that it is read out. */}
      <div role="status" className={classes.restarted}>
        {pages.hasRestarted && (
          <Text c="dimmed">
            The list was computed anew while you were reading, so the table begins again.
          </Text>
        )}
      </div>
      {pages.error && (
        <PagesProblem error={pages.error} onRetry={pages.retry} onReset={() => change({ sort: undefined })} />
      )}
      {total === 0 ? (
        <NoMembers
          canEdit={canEdit}
          isFiltered={membership.counts.total > 0}
          hasFilter={conditions.length > 0}
          isEdited={search.edit ?? false}
        />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the cells in it come here
        <div onKeyDown={onKeyDown}>
          <CellsContext value={canEdit ? cells : undefined}>
            <VirtualTable
              key={scope}
              label="Members of the list"
              {...{ columns, rows, total, idOf, nameOf, selection, widths }}
              onMore={pages.onMore}
              isDimmed={pages.isDimmed}
              sort={toSort(sort)}
              onSort={(next) => change({ sort: toText(next) })}
              {...panel.rows}
              actionsOf={actions.actionsOf}
              onResize={(key, width) => setWidths((before) => withWidth(before, key, width))}
              onMove={(key, to) => view.setColumns(moved(view.state.columns, key, to))}
            />
          </CellsContext>
          <Group gap="xs" mt={4} mih={26}>
            <Text size="xs" c="dimmed" role="status">
              {extentOf(rows.count, total, pages.hasMore)}
            </Text>
            {values.undo && (
              <Button variant="subtle" size="compact-xs" title="Ctrl Z" onClick={values.undo}>
                Undo the last change of values
              </Button>
            )}
          </Group>
        </div>
      )}
      {actions.bar}
      <MemberPanel panel={panel} />
    </>
  );
}

const idOf = ({ companyId }: MemberRowFragment): number => companyId;
const nameOf = ({ company }: MemberRowFragment): string => company.name;

const fieldsOf = <Field extends { key: string }>(
  columns: readonly { key: string }[],
  own: readonly Field[],
) => columns.flatMap(({ key }) => own.find((field) => field.key === key) ?? []);

/** Reads a sort of the service, such as `-founded_year`; by tier unless given. */
const toSort = (text = 'tier'): Sort => ({
  column: text.replace(/^-/, ''),
  isDescending: text.startsWith('-'),
});

const toText = ({ column, isDescending }: Sort): string | undefined =>
  column === 'tier' && !isDescending ? undefined : `${isDescending ? '-' : ''}${column}`;

function withWidth(widths: Readonly<Record<string, number>>, key: string, width: number | undefined) {
  const { [key]: _before, ...others } = widths;
  return width === undefined ? others : { ...others, [key]: width };
}

function extentOf(count: number, total: number | undefined, hasMore: boolean): string | undefined {
  if (total === undefined) return undefined;
  const loaded = formatNumber(count);
  return hasMore ? `${loaded} of ${formatNumber(total)} members loaded` : `${loaded} members`;
}

interface NoMembersProps {
  /** Whether the list has members, but none of this tier and search. */
  isFiltered: boolean;
  hasFilter: boolean;
  canEdit: boolean;
  /** Whether the filter stands beside the table. */
  isEdited: boolean;
}

/** Says what to do about a table without rows. */
function NoMembers({ isFiltered, hasFilter, canEdit, isEdited }: NoMembersProps) {
  const listId = useListId();
  if (isFiltered) {
    return (
      <Empty title="No member fits">
        <Text>No member has this tier and text. The search finds parts of names and domains.</Text>
        <ButtonLink to="/app/lists/$listId" params={{ listId }} variant="default">
          Show all members
        </ButtonLink>
      </Empty>
    );
  }
  const none = 'No company matches its filter, and no tracked company was added by hand.';
  const advice = isEdited
    ? hasFilter
      ? `${none} Remove a condition of the filter, or add a value to one.`
      : 'Add a condition to the filter: what the companies have in common, such as a country or a technology.'
    : hasFilter
      ? `${none} Loosen the filter, or add domains.`
      : 'Give it a filter, or add domains by hand.';
  return (
    <Empty title="This list has no members">
      <Text maw="60ch">
        {canEdit ? advice : 'Its owner or an editor can give it a filter, or add domains.'}
      </Text>
      {canEdit && (
        <Group gap="xs">
          {!isEdited && (
            <ButtonLink to="/app/lists/$listId/edit" params={{ listId }}>
              Edit the filter
            </ButtonLink>
          )}
          <ButtonLink to="/app/lists/$listId/domains" params={{ listId }} variant="default">
            Add domains
          </ButtonLink>
        </Group>
      )}
    </Empty>
  );
}

/** Tells whether an error comes from the order: too many members for it, or a field that is gone or has no order. */
function isOfOrder(error: Error): boolean {
  if (!(error instanceof CompanyDataError)) return false;
  return (
    error.code === 'sort_too_large' || error.errors.some(({ pointer }) => pointer?.startsWith('/orderBy'))
  );
}

/** Why a page of members could not be read. An order that cannot be had has a button of its own. */
function PagesProblem(props: { error: Error; onRetry: () => void; onReset: () => void }) {
  const { error, onRetry, onReset } = props;
  if (!isOfOrder(error)) return <Problem error={error} onRetry={onRetry} />;
  return (
    <Stack gap="xs" align="flex-start">
      <Problem error={error} />
      <Button variant="default" onClick={onReset}>
        Sort by tier instead
      </Button>
    </Stack>
  );
}
