import { Button, Group, Stack, TagsInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { type ListRowFragment, ListsOverviewDocument, TagListDocument } from '../../generated/graphql.ts';
import { common } from '../../text/common.ts';
import { listsText } from '../../text/lists.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { submitOnEnter } from '../../ui/submit-on-enter.ts';

const text = listsText.tags;
/** As the service counts: tags of a list, and code points of a tag. */
const MAX_TAGS = 20;
const MAX_LENGTH = 40;

interface TagsDialogProps {
  list: ListRowFragment;
  /** Tags of other lists, to choose from. */
  known: readonly string[];
  onClose: () => void;
}

/** Changes the tags of a list, which all see who see the list. */
export function TagsDialog({ list: { listId, name, tags: before }, known, onClose }: TagsDialogProps) {
  const [tags, setTags] = useState<string[]>([...before]);
  const save = useApiMutation(TagListDocument, { changes: [ListsOverviewDocument] });
  const long = tags.find((tag) => [...tag].length > MAX_LENGTH);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (long === undefined) save.mutate({ input: { listId, tags } }, { onSuccess: onClose });
  };
  return (
    <Dialog opened onClose={onClose} title={text.title(name)}>
      <form onSubmit={submit} onKeyDown={submitOnEnter} noValidate>
        <Stack>
          <TagsInput
            label={text.label}
            description={text.description}
            value={tags}
            data={known.filter((tag) => !tags.includes(tag))}
            maxTags={MAX_TAGS}
            acceptValueOnBlur
            error={long === undefined ? undefined : text.long(long, MAX_LENGTH)}
            onChange={setTags}
            data-autofocus
          />
          {save.error && <Problem error={save.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {text.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
