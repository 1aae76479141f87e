import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../../api/hooks.ts';
import { useIsAdmin } from '../../../api/viewer.ts';
import {
  AddDomainsDocument,
  ExcludeDomainsDocument,
  type MemberRowFragment,
  UnexcludeDomainDocument,
} from '../../../generated/graphql.ts';
import { batchesOf } from '../../../lib/batches.ts';
import { toCsv } from '../../../lib/csv.ts';
import { download, fileName } from '../../../lib/download.ts';
import { formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { selectionText } from '../../../text/selection.ts';
import type { MenuAction } from '../../../ui/action-menu.tsx';
import { FieldDialog } from '../../../ui/fields/field-dialog.tsx';
import { typedOf } from '../../../ui/fields/typed-value.ts';
import { notify, notifyUndo } from '../../../ui/notify.ts';
import type { OwnField } from '../../../ui/own-fields.tsx';
import { AddToList } from '../../../ui/selection/add-to-list.tsx';
import { createListJob, type ListMembers, notifyJob } from '../../../ui/selection/list-job.ts';
import { SelectionBar, useDomainActions } from '../../../ui/selection/selection-bar.tsx';
import type { Selection } from '../../../ui/selection/use-selection.ts';
import { useOpenList } from '../list-data.ts';
import { type MembersSearch, useListId } from '../search.ts';
import type { MemberColumn } from './columns.tsx';
import type { useMemberPages } from './member-pages.ts';
import { SetField } from './set-field.tsx';
import { type CellChange, isWritable, type useStoredValues } from './use-cells.ts';

/** Companies up to which a change is made at once. Above it, the service makes it as a job. */
const AT_ONCE = 1_000;

const SMALL = { variant: 'default', size: 'compact-sm' } as const;

interface MemberActions {
  canEdit: boolean;
  /** What the table is asked to show. */
  asked: Pick<MembersSearch, 'tier' | 'search'>;
  own: readonly OwnField[];
  columns: readonly MemberColumn[];
  pages: Pick<ReturnType<typeof useMemberPages>, 'readAll' | 'total'>;
  selection: Selection<MemberRowFragment>;
  onOpen: (index: number) => void;
  store: ReturnType<typeof useStoredValues>['store'];
}

/**
 * What can be done with one member, and with those that are selected.
 *
 * @returns entries of the menu of a row; and the bar of the selection, with its dialogs.
 */
export function useMemberActions(options: MemberActions) {
  const listId = useListId();
  const { canEdit, asked, own, columns, pages, selection, onOpen, store } = options;
  const { list } = useOpenList();
  const navigate = useNavigate();
  const domainActions = useDomainActions();
  const exclude = useExclude(listId);
  const [adding, setAdding] = useState<string>();
  const [dialog, setDialog] = useState<'set' | 'declare'>();
  const close = () => setDialog(undefined);
  const canDeclare = useIsAdmin();
  const { count, allBut } = selection;
  const { total = 0 } = pages;
  const fields = own.filter(isWritable);
  /** All members that are shown; undefined unless each of them is selected. */
  const everyone: ListMembers | undefined = allBut?.size === 0 ? { listId, ...asked, count } : undefined;
  /** Members that the service changes as a job. */
  const members = count > AT_ONCE ? everyone : undefined;
  const readSelected = async (): Promise<readonly MemberRowFragment[]> =>
    allBut ? (await pages.readAll()).filter(({ companyId }) => !allBut.has(companyId)) : selection.rows;
  const readDomains = async () => (await readSelected()).map(domainOf);
  const enrich = async () => {
    const isList = everyone && asked.tier === undefined && asked.search === undefined;
    if (isList) await navigate({ to: '/app/files', search: { list: Number(listId) } });
    else domainActions.enrich(await readDomains());
  };
  const set = async (field: OwnField, value: unknown): Promise<string | undefined> => {
    try {
      if (members) {
        // A job reads it as a file has it, in the format of the field.
        const cell = typeof value === 'number' ? typedOf(field, value) : value;
        const jobId = await createListJob({ from: members, set: { [field.key]: cell } });
        notifyJob(jobId, count, navigate);
        return undefined;
      }
      const changes = (await readSelected()).map((member): CellChange => ({ member, field, after: value }));
      const [reason] = (await store(changes)).values();
      const done = value === null ? 'Cleared' : 'Set';
      if (reason === undefined) notify(`${done} for ${common.companies(count, formatNumber(count))}.`);
      return reason;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const actionsOf = (row: MemberRowFragment, index: number): readonly MenuAction[] => {
    const { slug, primaryDomain } = row.company;
    return [
      { label: 'Show details', run: () => onOpen(index) },
      {
        label: 'Open company page',
        run: () => void navigate({ to: '/app/companies/$identifier', params: { identifier: slug } }),
      },
      { label: 'Add to list…', run: () => setAdding(primaryDomain) },
      canEdit && { label: 'Exclude from this list', run: () => void exclude([row]) },
      { label: 'Enrich', run: () => domainActions.enrich([primaryDomain]) },
      { label: 'Copy domain', run: () => void domainActions.copy([primaryDomain]) },
    ];
  };
  const bar = (
    <>
      <SelectionBar
        {...{ listId }}
        domains={selection.rows.map(domainOf)}
        beyond={{
          ...{ count, total, readDomains, members },
          onEverything: selection.extent === 'all' && !allBut ? selection.selectEverything : undefined,
          onEnrich: enrich,
        }}
        onClear={selection.clear}
      >
        {(run) => (
          <>
            {canEdit && (
              <Button
                {...SMALL}
                onClick={() =>
                  run(async () => {
                    const rows = await readSelected();
                    selection.clear();
                    await exclude(rows);
                  })
                }
              >
                Exclude
              </Button>
            )}
            {canEdit && (fields.length > 0 || canDeclare) && (
              <Button {...SMALL} onClick={() => setDialog(fields.length > 0 ? 'set' : 'declare')}>
                {fields.length > 0 ? 'Set a field' : 'Declare a field'}
              </Button>
            )}
            <Button
              {...SMALL}
              title={selectionText.downloadHint}
              onClick={() => run(async () => save(list.name, await readSelected(), columns))}
            >
              {selectionText.download}
            </Button>
          </>
        )}
      </SelectionBar>
      {dialog === 'set' && (
        <SetField {...{ count, fields }} isJob={members !== undefined} onSet={set} onClose={close} />
      )}
      {dialog === 'declare' && <FieldDialog scope="ORGANIZATION" onClose={close} />}
      <AddToList
        opened={adding !== undefined}
        domains={adding === undefined ? [] : [adding]}
        except={listId}
        onClose={() => setAdding(undefined)}
      />
    </>
  );
  return { actionsOf, bar };
}

/** Domains that one call takes. */
const BATCH = 1000;
/** Calls at a time that lift one exclusion each. */
const UNDONE_AT_ONCE = 4;

/** Returns what excludes members from a list by their domains, and offers to undo it. */
function useExclude(listId: string) {
  const cache = useQueryClient();
  return async (members: readonly MemberRowFragment[]) => {
    let excluded: readonly string[] = [];
    try {
      for (const domains of batchesOf(members.map(domainOf), BATCH)) {
        const { excludeDomains } = await request(ExcludeDomainsDocument, { input: { listId, domains } });
        excluded = [...excluded, ...(excludeDomains?.added ?? [])];
      }
    } catch (error) {
      notify((error as Error).message);
    }
    // What was excluded before a failure can be undone as well.
    if (excluded.length > 0) {
      const undo = async () => {
        await restore(listId, excluded, members).finally(() => cache.invalidateQueries());
      };
      const companies = common.companies(excluded.length, formatNumber(excluded.length));
      notifyUndo(`${companies} excluded from this list.`, undo);
    }
    await cache.invalidateQueries();
  };
}

const domainOf = ({ company }: MemberRowFragment): string => company.primaryDomain;

/** Lifts exclusions. Domains that were added by hand before are added again, because excluding removed them. */
async function restore(
  listId: string,
  excluded: readonly string[],
  members: readonly MemberRowFragment[],
): Promise<void> {
  const byHand = new Set(members.filter(({ source }) => source === 'ADDED').map(domainOf));
  const added = excluded.filter((domain) => byHand.has(domain));
  const others = excluded.filter((domain) => !byHand.has(domain));
  for (const domains of batchesOf(added, BATCH))
    await request(AddDomainsDocument, { input: { listId, domains } });
  for (const domains of batchesOf(others, UNDONE_AT_ONCE))
    await Promise.all(
      domains.map((domain) => request(UnexcludeDomainDocument, { input: { listId, domain } })),
    );
}

/** Spreadsheets read UTF-8 only after this mark. */
const MARK = '\ufeff';

/** Saves members as a CSV file of what the table shows of them, which costs nothing to read. */
function save(name: string, members: readonly MemberRowFragment[], columns: readonly MemberColumn[]): void {
  const lines = members.map((member) => columns.map(({ text }) => text(member)));
  download(`${fileName(name)}.csv`, 'text/csv', [
    MARK + toCsv([columns.map(({ title }) => title), ...lines]),
  ]);
}
