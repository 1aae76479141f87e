import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../../api/hooks.ts';
import { CreateEmptyListDocument } from '../../generated/graphql.ts';
import { listsText } from '../../text/lists.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';

interface CreateDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Creates a list without a filter, and leads to its domains. */
export function CreateDialog({ opened, onClose }: CreateDialogProps) {
  const navigate = useNavigate();
  const create = useApiMutation(CreateEmptyListDocument);
  const submit = async (name: string) => {
    const { createList } = await create.mutateAsync({ input: { name } });
    if (!createList) return;
    onClose();
    await navigate({
      to: '/app/lists/$listId/domains',
      params: { listId: String(createList.list.listId) },
    });
  };
  return (
    <NameDialog
      opened={opened}
      title={listsText.create.title}
      submit={listsText.create.submit}
      initial=""
      busy={create.isPending}
      error={create.error}
      // The dialog shows a failure.
      onSubmit={(name) => void submit(name).catch(() => undefined)}
      onClose={onClose}
    >
      <Text>{listsText.create.body}</Text>
    </NameDialog>
  );
}
