import { Button, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { PlusIcon } from '@radix-ui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { randomId } from '../../../../clients/typescript/src/random-id.ts';
import { request, useApiQuery } from '../../api/hooks.ts';
import { useViewer } from '../../api/viewer.ts';
import { useWaitingDeletions } from '../../api/waiting-deletions.ts';
import {
  AddCompaniesToListDocument,
  CreateListDocument,
  EditableListsDocument,
  type EditableListsQuery,
} from '../../generated/graphql.ts';
import { batchesOf } from '../../lib/batches.ts';
import { formatNumber } from '../../lib/format.ts';
import { moveFocus } from '../../lib/move-focus.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { selectionText } from '../../text/selection.ts';
import { Dialog } from '../dialog.tsx';
import { faultOfName } from '../name-dialog.tsx';
import { notifyWithAction } from '../notify.ts';
import { Problem } from '../problem.tsx';
import { UserText } from '../user-text.tsx';
import { createListJob, type ListMembers, notifyJob } from './list-job.ts';
import classes from './selection.module.css';

const text = selectionText.picker;
const REST_MS = 150;

interface AddToListProps {
  opened: boolean;
  /** Domains of the companies, one of each. */
  domains: readonly string[];
  /** Members of a list, which a job adds instead of the domains. */
  members?: ListMembers | undefined;
  /** List that the companies are from, which is not offered. */
  except?: string | undefined;
  onClose: () => void;
  /** Called after the companies were added. The dialog closes as well. */
  onAdded?: () => void;
}

/** Adds companies to a list that one chooses, or to a new one. */
export function AddToList({ opened, domains, members, except, onClose, onAdded }: AddToListProps) {
  const count = members?.count ?? domains.length;
  const title = text.title(count, formatNumber(count));
  const added = () => {
    onClose();
    onAdded?.();
  };
  return (
    <Dialog opened={opened} title={title} size="md" onClose={onClose}>
      <Picker {...{ domains, members, except }} onAdded={added} />
    </Dialog>
  );
}

type EditableList = NonNullable<EditableListsQuery['lists']>['edges'][number]['node'];

type PickerProps = Pick<AddToListProps, 'domains' | 'members' | 'except'> & { onAdded: () => void };

function Picker({ domains, members, except, onAdded }: PickerProps) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const region = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const name = typed.trim();
  const { add, running, error } = useAddCompanies({ domains, members, onAdded });
  const enter = (event: FormEvent) => {
    event.preventDefault();
    if (running !== undefined) return;
    const found = faultOfName(name);
    setFault(found);
    if (found === undefined) void add({ newName: name });
    else field.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field and the buttons in it come here
    <div ref={region} onKeyDown={(event: KeyboardEvent) => moveFocus(event, region.current)}>
      <Stack gap="xs" component="form" onSubmit={enter}>
        <TextInput
          ref={field}
          label={text.search}
          value={typed}
          error={fault}
          autoComplete="off"
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setFault(undefined);
          }}
          data-autofocus
          data-stop
        />
        {error && <Problem error={error} />}
        <Lists
          search={name}
          except={except}
          isBusy={running !== undefined}
          onChoose={(list) => void add(list)}
        />
        <Button
          variant="light"
          leftSection={<PlusIcon width={16} height={16} aria-hidden />}
          loading={running !== undefined && 'newName' in running}
          disabled={running !== undefined}
          type="submit"
          data-stop
        >
          {name === '' ? text.create : <UserText text={text.createNamed(name)} />}
        </Button>
      </Stack>
    </div>
  );
}

interface ListsProps {
  search: string;
  except: string | undefined;
  isBusy: boolean;
  onChoose: (list: EditableList) => void;
}

/** Lists that the caller can change, the latest change first. The box keeps its height, whatever is found. */
function Lists({ search, except, isBusy, onChoose }: ListsProps) {
  const [asked] = useDebouncedValue(search, REST_MS);
  const variables = { search: asked === '' ? undefined : asked.slice(0, 200) };
  const query = useApiQuery(EditableListsDocument, variables, { keepPrevious: true, staleTime: 0 });
  const waiting = useWaitingDeletions();
  const me = useViewer().data?.viewer.user.userId;
  if (query.error) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  const { edges = [], totalCount = 0 } = query.data?.lists ?? {};
  const lists = edges
    .map(({ node }) => node)
    .filter(({ listId }) => String(listId) !== except && !waiting.has(listId))
    .filter(({ accessLevel }) => accessLevel !== 'VIEWER');
  return (
    <>
      <ul className={classes.lists} aria-label={text.lists} aria-busy={query.isPending}>
        {query.isPending &&
          [70, 50, 60].map((width) => <Skeleton key={width} h={16} w={`${width}%`} m={12} />)}
        {lists.map((list) => (
          <li key={list.listId}>
            <UnstyledButton
              className={classes.list}
              disabled={isBusy}
              onClick={() => onChoose(list)}
              aria-label={visibleText(list.name)}
              data-stop
            >
              <UserText text={list.name} />
              {list.owner.userId !== me && (
                <Text size="xs" c="dimmed" component="span" flex="none">
                  {visibleText(text.by(list.owner.name))}
                </Text>
              )}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" role="status" mih={18}>
        {query.data && lists.length === 0 && (asked === '' ? text.noLists : text.none)}
        {totalCount > edges.length && text.more}
      </Text>
    </>
  );
}

/** Domains that one call takes. */
const BATCH = 1000;

/** A list that takes companies: one that is there, or the name of a new one. */
type Target = { listId: number; name: string } | { newName: string };

/** Adds companies to a list by their domains. After a failure, a new list is not created a second time. */
function useAddCompanies({ domains, members, onAdded }: Omit<PickerProps, 'except'>) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const created = useRef<{ listId: number; name: string }>(undefined);
  const [state, setState] = useState<{ target?: Target; error?: Error }>({});
  const [keys] = useState(() => new Map<string, string>());
  const listOf = async (target: Target) => {
    if ('listId' in target) return target;
    if (created.current?.name === target.newName) return created.current;
    // A call whose answer was lost is repeated with its key.
    const idempotencyKey = keys.get(target.newName) ?? randomId();
    keys.set(target.newName, idempotencyKey);
    const input = { name: target.newName };
    const answer = await request(CreateListDocument, { input }, { idempotencyKey });
    // The service reports a change without a result as an error.
    if (!answer.createList) throw new TypeError('The answer has no result.');
    created.current = { listId: answer.createList.list.listId, name: target.newName };
    return created.current;
  };
  const add = async (target: Target) => {
    setState({ target });
    try {
      const { listId, name } = await listOf(target);
      if (members) {
        notifyJob(await createListJob({ from: members, to: listId }), members.count, navigate);
        return onAdded();
      }
      let added = 0;
      for (const part of batchesOf(domains, BATCH)) {
        const input = { listId, domains: part };
        added += (await request(AddCompaniesToListDocument, { input })).addDomains?.added.length ?? 0;
      }
      const message = added === 0 ? text.present(name) : text.added(added, formatNumber(added), name);
      const run = () => navigate({ to: '/app/lists/$listId', params: { listId: String(listId) } });
      notifyWithAction(message, { label: text.open, run });
      onAdded();
    } catch (error) {
      setState({ error: error as Error });
    }
    await cache.invalidateQueries();
  };
  return { add, running: state.target, error: state.error };
}
