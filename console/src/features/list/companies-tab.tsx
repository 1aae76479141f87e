import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { patiently } from '../../api/load-code.ts';
import { type SavedList, toSaved } from '../../workspace/draft/saved-list.ts';
import { DraftOf } from '../../workspace/draft-of.tsx';
import { Columns } from '../../workspace/layout.tsx';
import { TotalsSkeleton } from '../../workspace/numbers/facts-line.tsx';
import { useOpenList } from './list-data.ts';
import { ListFilter } from './list-head.tsx';
import { MembersTab } from './members/members-tab.tsx';
import { ListNumbers } from './numbers/list-numbers.tsx';

/** Few people open the domains. */
const DomainsDrawer = lazy(
  patiently(async () => ({ default: (await import('./domains/domains-drawer.tsx')).DomainsDrawer })),
);

/** Companies of a list with their numbers; while its filter is edited, those of the draft. */
export default function CompaniesTab() {
  const { edit = false, domains = false } = useSearch({ from: '/app/lists/$listId/' });
  const navigate = useNavigate({ from: '/app/lists/$listId/' });
  const [wasClosed, setWasClosed] = useState(!edit);
  if (!edit && !wasClosed) setWasClosed(true);
  useFocusBack(edit);
  const close = (part: 'edit' | 'domains') =>
    void navigate({ search: (all) => ({ ...all, [part]: undefined }), resetScroll: false });
  return (
    <>
      {edit ? (
        <EditedList takesFocus={wasClosed} onClose={() => close('edit')} />
      ) : (
        <Columns numbers={<ListNumbers />}>
          <MembersTab />
        </Columns>
      )}
      {domains && (
        <Suspense>
          <DomainsDrawer onClose={() => close('domains')} />
        </Suspense>
      )}
    </>
  );
}

/** Returns the focus to the button that opens the filter, once that has closed. */
function useFocusBack(edit: boolean): void {
  const before = useRef(edit);
  useEffect(() => {
    if (before.current && !edit && document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-edit-filter]')?.focus();
    before.current = edit;
  }, [edit]);
}

/** @param takesFocus whether the filter was opened on this page, whose button has gone with the focus */
function EditedList({ takesFocus, onClose }: { takesFocus: boolean; onClose: () => void }) {
  const { list, isGone, slots } = useOpenList();
  const saved = useMemo(
    (): SavedList => ({
      ...toSaved(list.definitionVersion, list.definition),
      listId: String(list.listId),
      name: list.name,
      canEdit: list.accessLevel !== 'VIEWER',
      byHand: {
        added: list.addedDomains?.totalCount ?? 0,
        excluded: list.excludedDomains?.totalCount ?? 0,
      },
    }),
    [list],
  );
  return (
    <DraftOf
      list={saved}
      {...{ isGone, takesFocus }}
      saved={!isGone && <MembersTab />}
      onClose={onClose}
      frame={(body, parts) => (
        <>
          {parts && slots.head && createPortal(parts.head, slots.head)}
          {slots.facts &&
            createPortal(parts?.facts ?? <FactsToCome definition={list.definition} />, slots.facts)}
          {body}
        </>
      )}
    />
  );
}

/** Has the place of the numbers of a draft that is being loaded, so that nothing below moves when they come. */
function FactsToCome({ definition }: { definition: unknown }) {
  return (
    <>
      <ListFilter definition={definition} />
      <TotalsSkeleton label="Counting…" />
    </>
  );
}
