import { CloseButton, Group, Text } from '@mantine/core';
import { LightningBoltIcon } from '@radix-ui/react-icons';
import { Link, Outlet, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { CompanyDataError } from '../../api/client.ts';
import { useApiQuery } from '../../api/hooks.ts';
import { ListFrameDocument } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { Empty } from '../../ui/empty.tsx';
import { Lines } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ButtonLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import classes from './list.module.css';
import { MainActions, MoreActions } from './list-actions.tsx';
import { ListContext, useLiveList } from './list-data.ts';
import { ListFacts, ListFilter, ListName } from './list-head.tsx';
import { useListId } from './search.ts';

/** Frame of a list: what it is, what can be done with it, and its tabs. Another list begins anew. */
export default function ListPage() {
  const listId = useListId();
  return <OpenList key={listId} listId={listId} />;
}

function OpenList({ listId }: { listId: string }) {
  const { data, error, refetch } = useApiQuery(ListFrameDocument, { listId });
  const { edit = false } = useSearch({ strict: false });
  const live = useLiveList(listId, data !== undefined);
  const [head, setHead] = useState<HTMLElement | null>(null);
  const [facts, setFacts] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ head, facts }), [head, facts]);
  const found = data?.list ?? undefined;
  // A draft outlives its list.
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const list = found ?? (edit && live.isGone ? last : undefined);
  if (live.isGone && !edit) return <GoneList />;
  if (!list || (isRefusal(error) && !live.isGone))
    return (
      <Page title="List">
        {error ? <RefusedList error={error} onRetry={() => void refetch()} /> : <Lines count={6} />}
      </Page>
    );
  return (
    <ListContext value={{ list, isGone: live.isGone, slots }}>
      <Page
        title={visibleText(list.name)}
        heading={<ListName list={list} />}
        actions={
          <div className={classes.actions}>
            <div ref={setHead} className={classes.slot} />
            {!edit && <MainActions list={list} />}
            <MoreActions list={list} />
          </div>
        }
      >
        <div ref={setFacts} className={classes.slot} />
        {!edit && (
          <>
            <div className={classes.filter}>
              <ListFilter definition={list.definition} />
            </div>
            <ListFacts list={list} />
          </>
        )}
        <LiveNotes {...live} />
        <ListTabs listId={listId} />
        <Outlet />
      </Page>
    </ListContext>
  );
}

const TABS = [
  { to: '/app/lists/$listId', label: 'Companies' },
  { to: '/app/lists/$listId/changes', label: 'What changed' },
  { to: '/app/lists/$listId/access', label: 'Access & history' },
] as const;

/** Parts of a list. Each has an address of its own. */
function ListTabs({ listId }: { listId: string }) {
  return (
    <nav className={classes.tabs} aria-label="Parts of the list">
      {TABS.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ listId }}
          search={{}}
          activeOptions={{ exact: true, includeSearch: false }}
          className={classes.tab}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Says quietly who changed the list while it was open. The region exists before its first note, so that it is read out. */
function LiveNotes({ notes, dismiss }: ReturnType<typeof useLiveList>) {
  return (
    <div role="status" aria-label="Changes by others" className={classes.notes}>
      {notes.map((note) => (
        <Group key={note.kind} gap="xs" wrap="nowrap" px={10} py={4} className={classes.note}>
          <LightningBoltIcon width={16} height={16} aria-hidden />
          <Text span flex={1} miw={0} inherit style={{ overflowWrap: 'anywhere' }}>
            {note.message}{' '}
            <Text span c="dimmed" inherit>
              <TimeAgo at={note.at} />
            </Text>
          </Text>
          <CloseButton size="sm" aria-label="Dismiss this note" onClick={() => dismiss(note)} />
        </Group>
      ))}
    </div>
  );
}

/** Why a list cannot be shown, and what to do. */
function RefusedList({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!isRefusal(error)) return <Problem error={error} onRetry={onRetry} />;
  return (
    <Empty title="List not found">
      <Text maw="60ch">
        This list does not exist, was deleted, or is not shared with you. Ask the person who sent you the link
        to share it with you.
      </Text>
      <ButtonLink to="/app/lists">Go to my lists</ButtonLink>
    </Empty>
  );
}

/**
 * Whether an answer says that the caller may no longer read the list, also when an earlier one is still there. An id that
 * is no number names no list either.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof CompanyDataError && ['list_not_found', 'validation_error'].includes(error.code);

/** Takes the place of a page whose list was deleted or unshared while it was open. */
function GoneList() {
  return (
    <Page title="List">
      <div role="alert">
        <Empty title="This list is no longer open to you">
          <Text maw="60ch">
            It was deleted just now, or its owner stopped sharing it with you. Exports that you downloaded
            stay with you.
          </Text>
          <ButtonLink to="/app/lists">Go to my lists</ButtonLink>
        </Empty>
      </div>
    </Page>
  );
}
