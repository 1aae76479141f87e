import { ActionIcon, Button, Skeleton, Text, Title } from '@mantine/core';
import { TrashIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
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
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { listsText } from '../../text/lists.ts';
import { useFilterLabels } from '../../ui/filter-labels.ts';
import { notify, notifyUndo } from '../../ui/notify.ts';
import { Sentence } from '../../ui/sentence.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import classes from './drafts.module.css';

const text = listsText.drafts;

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
  const [isOpen, setOpen] = useState(false);
  if (drafts.length === 0) return null;
  const shown = isOpen ? drafts : drafts.slice(0, FIRST);
  return (
    <section aria-label={text.title} className={classes.drafts}>
      <Title order={2} size="h4">
        {text.title}
      </Title>
      <ul className={classes.rows}>
        {shown.map((draft) => (
          <DraftRow key={draft.draftId} draft={draft} />
        ))}
      </ul>
      {drafts.length > FIRST && (
        <Button variant="subtle" size="compact-sm" className={classes.all} onClick={() => setOpen(!isOpen)}>
          {isOpen ? common.showLess : text.all(formatNumber(drafts.length))}
        </Button>
      )}
    </section>
  );
}

function DraftRow({ draft }: { draft: DraftRowFragment }) {
  const { draftId, listId, name, updatedAt } = draft;
  const parsed = parseDefinition(draft.definition, { draft: true });
  const definition = parsed.ok ? parsed.value : undefined;
  const hash = storedLink(String(draftId)).slice(1);
  const discard = useDiscard(draft);
  const label = <DraftLabel name={name ?? undefined} definition={definition} />;
  return (
    <li className={classes.row}>
      {listId == null ? (
        <Link to="/app/build" hash={hash} className={classes.link}>
          {label}
        </Link>
      ) : (
        <Link
          to="/app/lists/$listId/edit"
          params={{ listId: String(listId) }}
          hash={hash}
          className={classes.link}
        >
          {label}
        </Link>
      )}
      <Text c="dimmed" size="sm" className={classes.facts}>
        {listId == null ? text.ofNew : text.ofList} · <TimeAgo at={updatedAt} />
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={visibleText(text.discard(name ?? text.unnamed))}
        loading={discard.isRunning}
        onClick={discard.run}
      >
        <TrashIcon width={16} height={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

interface DraftLabelProps {
  name: string | undefined;
  /** Undefined where it cannot be read. */
  definition: Definition | undefined;
}

/** The name of a draft, else its filter in words. */
function DraftLabel({ name, definition }: DraftLabelProps) {
  if (name !== undefined) return <UserText text={name} fw={600} />;
  if (!definition?.root) return <Text fw={600}>{text.unnamed}</Text>;
  return <DraftSentence definition={definition} />;
}

function DraftSentence({ definition }: { definition: Definition }) {
  const labels = useFilterLabels([...conditionsOf(definition.root)]);
  if (!labels) return <Skeleton h={20} w="40ch" maw="100%" />;
  return <Sentence words={toSentence(definition, labels, MAX_VALUES)} />;
}

/** Discards a draft. For a while, a message offers to bring it back. */
function useDiscard({ draftId, listId, definitionVersion, name, definition }: DraftRowFragment) {
  const changes = [DraftsOverviewDocument];
  const remove = useApiMutation(DeleteDraftDocument, { changes });
  const restore = useApiMutation(SaveDraftDocument, { changes });
  const fail = (error: Error) => notify(error.message);
  const undo = () =>
    restore.mutate({ input: { listId, definitionVersion, name, definition } }, { onError: fail });
  const run = async () => {
    await remove.mutateAsync({ input: { draftId } });
    notifyUndo(text.discarded, undo);
  };
  return { isRunning: remove.isPending, run: () => void run().catch(fail) };
}
