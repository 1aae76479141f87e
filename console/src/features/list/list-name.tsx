import { ActionIcon, Button, Group, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { Pencil1Icon } from '@radix-ui/react-icons';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApiMutation } from '../../api/hooks.ts';
import { ListFrameDocument, ListsOverviewDocument, RenameListDocument } from '../../generated/graphql.ts';
import { common } from '../../text/common.ts';
import { listText } from '../../text/list.ts';
import { faultOfName } from '../../ui/list-name.ts';
import { UserText } from '../../ui/user-text.tsx';

interface ListNameProps {
  listId: string;
  name: string;
  canRename: boolean;
}

/** Heading of a list. Editors rename the list in its place. */
export function ListName({ listId, name, canRename }: ListNameProps) {
  const [isEditing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEditing(false));
    pencil.current?.focus();
  };
  if (isEditing) return <NameForm listId={listId} name={name} onClose={close} />;
  return (
    <Group gap={4} wrap="nowrap">
      <Title order={1} miw={0}>
        <UserText text={name} />
      </Title>
      {canRename && (
        <ActionIcon
          ref={pencil}
          variant="subtle"
          color="gray"
          aria-label={listText.rename.button}
          onClick={() => setEditing(true)}
        >
          <Pencil1Icon width={16} height={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

/** Enter saves, Escape closes. What was typed stays when saving fails. */
function NameForm({ listId, name, onClose }: { listId: string; name: string; onClose: () => void }) {
  const [typed, setTyped] = useState(name);
  const [fault, setFault] = useState<string>();
  const rename = useApiMutation(RenameListDocument, { changes: [ListFrameDocument, ListsOverviewDocument] });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const found = faultOfName(typed);
    setFault(found);
    if (found !== undefined) return;
    if (typed.trim() === name) return onClose();
    rename.mutate({ input: { listId, name: typed.trim() } }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={save} noValidate>
      <VisuallyHidden>
        <h1>{name}</h1>
      </VisuallyHidden>
      <Group gap="xs" align="flex-start">
        <TextInput
          flex="1 1 240px"
          maw={560}
          aria-label={listText.rename.label}
          value={typed}
          error={fault ?? rename.error?.message}
          autoComplete="off"
          autoFocus
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
        <Button type="submit" loading={rename.isPending}>
          {listText.rename.save}
        </Button>
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
      </Group>
    </form>
  );
}
