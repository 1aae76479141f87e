import { Button, CloseButton, Skeleton, Text } from '@mantine/core';
import { LightningBoltIcon, MixerHorizontalIcon } from '@radix-ui/react-icons';
import { Link, Outlet } from '@tanstack/react-router';
import { useMemo } from 'react';
import { conditionsOf, type Definition } from '../../filter/definition.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import { type Labels, toSentence } from '../../filter/sentence.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { listText } from '../../text/list.ts';
import { useFilterLabels } from '../../ui/filter-labels.ts';
import { Lines } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useDuplicate } from '../../ui/use-duplicate.ts';
import { ExportButton } from './export/export-button.tsx';
import { ListCopy } from './list-copy.tsx';
import { type ListFrame, useListFrame } from './list-data.ts';
import { ListFacts } from './list-facts.tsx';
import { useListId } from './list-id.ts';
import { ListName } from './list-name.tsx';
import { GoneList, isRefusal, RefusedList } from './list-refused.tsx';
import { ListTabs } from './list-tabs.tsx';
import { useLiveList } from './live-list.ts';
import type { LiveNote } from './live-note.ts';
import classes from './live-notes.module.css';
import { WatchButton } from './watch/watch-button.tsx';

/** Frame of a list: what it is, what can be done with it, and its tabs. Another list begins anew. */
export function ListPage() {
  const listId = useListId();
  return <OpenList key={listId} listId={listId} />;
}

function OpenList({ listId }: { listId: string }) {
  const { data, error, refetch } = useListFrame(listId);
  const live = useLiveList(listId, data !== undefined);
  const list = data?.list;
  if (live.isGone) return <GoneList />;
  if (!list || isRefusal(error)) {
    return (
      <Page title={listText.loading}>
        {error ? <RefusedList error={error} onRetry={() => void refetch()} /> : <Lines count={6} />}
      </Page>
    );
  }
  return (
    <Page
      title={visibleText(list.name)}
      heading={<ListName listId={listId} name={list.name} canRename={list.accessLevel !== 'VIEWER'} />}
      actions={<Actions listId={listId} list={list} />}
    >
      <ListFilter definition={list.definition} />
      <ListFacts listId={listId} list={list} />
      <LiveNotes notes={live.notes} onDismiss={live.dismiss} />
      <ListTabs listId={listId} list={list} />
      <Outlet />
    </Page>
  );
}

function Actions({ listId, list }: { listId: string; list: ListFrame }) {
  const duplicate = useDuplicate(listId);
  return (
    <>
      {list.accessLevel !== 'VIEWER' && (
        <Button
          leftSection={<MixerHorizontalIcon width={16} height={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/app/lists/$listId/edit" params={{ listId }} />}
        >
          {listText.editFilter}
        </Button>
      )}
      {list.accessLevel !== 'VIEWER' && <WatchButton listId={listId} watched={list.watched} />}
      <Button variant="default" loading={duplicate.isRunning} onClick={duplicate.run}>
        {common.duplicate}
      </Button>
      <ExportButton listId={listId} listName={list.name} />
      <ListCopy list={list} />
    </>
  );
}

/** Values of a condition that are named. */
const MAX_VALUES = 6;

/** Stands in for labels that are not there yet. */
const KEYS: Labels = { field: (key) => key, value: (_field, value) => String(value) };

/** The filter of a list as a sentence. */
function ListFilter({ definition }: { definition: unknown }) {
  const parsed = useMemo(() => parseDefinition(definition), [definition]);
  if (!parsed.ok) return <Text c="dimmed">{listText.unreadable}</Text>;
  if (parsed.value.root === null) return <Text c="dimmed">{listText.noFilter}</Text>;
  return <FilterSentence definition={parsed.value} />;
}

function FilterSentence({ definition }: { definition: Definition }) {
  const conditions = useMemo(() => [...conditionsOf(definition.root)], [definition]);
  const labels = useFilterLabels(conditions);
  // Keys are about as long as their labels, so that nothing below moves when these come.
  if (labels) return <Sentence words={toSentence(definition, labels, MAX_VALUES)} />;
  return (
    <Skeleton w="fit-content">
      <Sentence words={toSentence(definition, KEYS, MAX_VALUES)} />
    </Skeleton>
  );
}

interface LiveNotesProps {
  notes: readonly LiveNote[];
  onDismiss: (note: LiveNote) => void;
}

/** Says quietly who changed the list while it was open. The region exists before its first note, so that it is read out. */
function LiveNotes({ notes, onDismiss }: LiveNotesProps) {
  return (
    <div role="status" aria-label={listText.live.label} className={classes.notes}>
      {notes.map((note) => (
        <div key={note.kind} className={classes.note}>
          <LightningBoltIcon width={16} height={16} aria-hidden />
          <span className={classes.message}>
            {note.message} <TimeAgo at={note.at} />
          </span>
          <CloseButton size="sm" aria-label={listText.live.dismiss} onClick={() => onDismiss(note)} />
        </div>
      ))}
    </div>
  );
}
