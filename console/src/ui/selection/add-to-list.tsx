import { Button, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { PlusIcon } from '@radix-ui/react-icons';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { useViewer } from '../../api/viewer.ts';
import { useWaitingDeletions } from '../../api/waiting-deletions.ts';
import { EditableListsDocument, type EditableListsQuery } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { moveFocus } from '../../lib/move-focus.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { selectionText } from '../../text/selection.ts';
import { Dialog } from '../dialog.tsx';
import { faultOfName } from '../list-name.ts';
import { Problem } from '../problem.tsx';
import { UserText } from '../user-text.tsx';
import { useAddCompanies } from './add-companies.ts';
import classes from './selection.module.css';

const text = selectionText.picker;
const REST_MS = 150;

interface AddToListProps {
  opened: boolean;
  /** Domains of the companies, one of each. */
  domains: readonly string[];
  /** List that the companies are from, which is not offered. */
  except?: string;
  onClose: () => void;
  /** Called after the companies were added. The dialog closes as well. */
  onAdded?: () => void;
}

/** Adds companies to a list that one chooses, or to a new one. */
export function AddToList({ opened, domains, except, onClose, onAdded }: AddToListProps) {
  const title = text.title(domains.length, formatNumber(domains.length));
  const added = () => {
    onClose();
    onAdded?.();
  };
  return (
    <Dialog opened={opened} title={title} size="md" onClose={onClose}>
      <Picker domains={domains} except={except} onAdded={added} />
    </Dialog>
  );
}

type EditableList = NonNullable<EditableListsQuery['lists']>['edges'][number]['node'];

interface PickerProps {
  domains: readonly string[];
  except: string | undefined;
  onAdded: () => void;
}

function Picker({ domains, except, onAdded }: PickerProps) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const region = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const name = typed.trim();
  const { add, running, error } = useAddCompanies(domains, onAdded);
  const create = () => {
    const found = faultOfName(name);
    setFault(found);
    if (found === undefined) return void add({ newName: name });
    field.current?.focus();
  };
  const enter = (event: FormEvent) => {
    event.preventDefault();
    if (running === undefined) create();
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
    .filter(
      ({ listId, accessLevel }) =>
        accessLevel !== 'VIEWER' && String(listId) !== except && !waiting.has(listId),
    );
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
