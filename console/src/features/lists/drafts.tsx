import { ActionIcon, Skeleton, Stack, Text, Title } from '@mantine/core';
import { TrashIcon } from '@radix-ui/react-icons';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { conditionsOf, type Definition } from '../../filter/definition.ts';
import { storedLink } from '../../filter/draft-link.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import { toSentence } from '../../filter/sentence.ts';
import {
  DeleteDraftDocument,
  type DraftRowFragment,
  DraftsOverviewDocument,
  SaveDraftDocument,
} from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useFilterLabels } from '../../preview/value-labels.ts';
import { actionsColumn, type Column, column, DataTable } from '../../ui/data-table.tsx';
import { notify, notifyUndo } from '../../ui/notify.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';

/** Drafts that are shown before one asks for all. */
const FIRST = 3;
/** Values of a condition that a sentence names. */
const MAX_VALUES = 3;

/** Reads the drafts of the caller. The page waits for them, because they stand above the lists. */
export function useDrafts() {
  const { data, isPending } = useApiQuery(DraftsOverviewDocument, {});
  return { isPending, drafts: data?.drafts?.edges.map(({ node }) => node) ?? [] };
}

/** What the caller has begun and not saved; nothing without any. */
export function Drafts({ drafts }: { drafts: readonly DraftRowFragment[] }) {
  if (drafts.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2}>Drafts</Title>
      <DataTable
        label="Drafts"
        columns={COLUMNS}
        rows={drafts}
        idOf={({ draftId }) => draftId}
        shown={FIRST}
      />
    </Stack>
  );
}

const COLUMNS: readonly Column<DraftRowFragment>[] = [
  column('Draft', (draft) => <DraftLink draft={draft} />),
  column('For', ({ listId }) => (listId == null ? 'New list' : 'Changes of a list')),
  column('Updated', ({ updatedAt }) => <TimeAgo at={updatedAt} />),
  actionsColumn((draft) => <DiscardDraft draft={draft} />),
];

/** The name of a draft, else its filter in words, as a link. */
function DraftLink({ draft: { draftId, listId, name, definition } }: { draft: DraftRowFragment }) {
  const parsed = parseDefinition(definition, { draft: true });
  const to = listId == null ? '/app/build' : '/app/lists/$listId/edit';
  return (
    <PageLink
      to={to}
      params={{ listId: String(listId) }}
      hash={storedLink(String(draftId)).slice(1)}
      maw="min(80vw, 640px)"
    >
      {name != null ? (
        <UserText text={name} fw={600} />
      ) : parsed.ok && parsed.value.root ? (
        <DraftSentence definition={parsed.value} />
      ) : (
        <Text fw={600}>A draft without a name</Text>
      )}
    </PageLink>
  );
}

/** Discards a draft. For a while, a message offers to bring it back. */
function DiscardDraft({ draft }: { draft: DraftRowFragment }) {
  const { draftId, listId, definitionVersion, name, definition } = draft;
  const changes = [DraftsOverviewDocument];
  const remove = useApiMutation(DeleteDraftDocument, { changes });
  const restore = useApiMutation(SaveDraftDocument, { changes });
  const fail = (error: Error) => notify(error.message);
  const undo = () =>
    restore.mutate({ input: { listId, definitionVersion, name, definition } }, { onError: fail });
  const run = async () => {
    await remove.mutateAsync({ input: { draftId } });
    notifyUndo('The draft is discarded.', undo);
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={visibleText(`Discard the draft: ${name ?? 'A draft without a name'}`)}
      loading={remove.isPending}
      onClick={() => void run().catch(fail)}
    >
      <TrashIcon width={16} height={16} aria-hidden />
    </ActionIcon>
  );
}

function DraftSentence({ definition }: { definition: Definition }) {
  const labels = useFilterLabels([...conditionsOf(definition.root)]);
  if (!labels) return <Skeleton h={20} w="40ch" maw="100%" />;
  return <Sentence words={toSentence(definition, labels, MAX_VALUES)} />;
}
