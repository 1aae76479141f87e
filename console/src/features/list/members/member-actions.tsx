import { Button } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { MemberRowFragment } from '../../../generated/graphql.ts';
import { download, fileName } from '../../../lib/download.ts';
import { membersText } from '../../../text/members.ts';
import { selectionText } from '../../../text/selection.ts';
import { AddToList } from '../../../ui/selection/add-to-list.tsx';
import { SelectionBar, useDomainActions } from '../../../ui/selection/selection-bar.tsx';
import type { Selection } from '../../../ui/selection/use-selection.ts';
import { useListFrame } from '../list-data.ts';
import type { MemberRows } from './member-rows.ts';
import type { RowAction } from './row-menu.tsx';
import { membersCsv } from './rows-csv.ts';
import { useExclude } from './use-exclude.ts';

const text = membersText.menu;

interface MemberActions {
  listId: string;
  rows: MemberRows<MemberRowFragment>;
  selection: Selection<MemberRowFragment>;
  onOpen: (index: number) => void;
}

/**
 * What can be done with one member, and with those that are selected.
 *
 * @returns entries of the menu of each row; and the bar of the selection, with the dialog that both open.
 */
export function useMemberActions({ listId, rows, selection, onOpen }: MemberActions) {
  const list = useListFrame(listId).data?.list;
  const canEdit = list !== undefined && list !== null && list.accessLevel !== 'VIEWER';
  const navigate = useNavigate();
  const domainActions = useDomainActions();
  const { exclude, isRunning } = useExclude(listId);
  const [adding, setAdding] = useState<string>();
  const withRow = useCallbackRef((index: number, run: (row: MemberRowFragment) => unknown) => {
    const row = rows.at(index);
    if (row) void run(row);
  });
  const open = useCallbackRef(onOpen);
  const openPage = useCallbackRef(({ company }: MemberRowFragment) =>
    navigate({ to: '/app/companies/$identifier', params: { identifier: company.slug } }),
  );
  const excludeOne = useCallbackRef((row: MemberRowFragment) => exclude([row]));
  const enrich = useCallbackRef(domainActions.enrich);
  const copy = useCallbackRef(domainActions.copy);
  const entries = useMemo<readonly RowAction[]>(() => {
    const domainOf = ({ company }: MemberRowFragment) => company.primaryDomain;
    const onRow = (label: string, run: (row: MemberRowFragment) => unknown) => ({
      label,
      run: (index: number) => withRow(index, run),
    });
    return [
      { label: text.open, run: open },
      onRow(text.companyPage, openPage),
      onRow(text.add, (row) => setAdding(domainOf(row))),
      canEdit ? onRow(text.exclude, excludeOne) : undefined,
      onRow(text.enrich, (row) => enrich([domainOf(row)])),
      onRow(text.copyDomain, (row) => copy([domainOf(row)])),
    ];
  }, [canEdit, withRow, open, openPage, excludeOne, enrich, copy]);
  const excludeSelected = async () => {
    const members = selection.rows;
    selection.clear();
    await exclude(members);
  };
  const save = () =>
    download(`${fileName(list?.name ?? 'members')}.csv`, 'text/csv', [membersCsv(selection.rows)]);
  const bar = (
    <>
      <SelectionBar
        domains={selection.rows.map(({ company }) => company.primaryDomain)}
        listId={listId}
        onClear={selection.clear}
      >
        {canEdit && (
          <Button
            variant="default"
            size="compact-sm"
            loading={isRunning}
            onClick={() => void excludeSelected()}
          >
            {membersText.exclude}
          </Button>
        )}
        <Button variant="default" size="compact-sm" title={selectionText.downloadHint} onClick={save}>
          {selectionText.download}
        </Button>
      </SelectionBar>
      <AddToList
        opened={adding !== undefined}
        domains={adding === undefined ? [] : [adding]}
        except={listId}
        onClose={() => setAdding(undefined)}
      />
    </>
  );
  return { entries, bar };
}
