import { ActionIcon } from '@mantine/core';
import { StarFilledIcon, StarIcon } from '@radix-ui/react-icons';
import { useApiMutation } from '../../api/hooks.ts';
import { type ListRowFragment, ListsOverviewDocument, MarkListDocument } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { listsText } from '../../text/lists.ts';
import { notify } from '../../ui/notify.ts';
import classes from './lists-page.module.css';

/** Marks a list as a favourite of the caller. The star changes at once, and back where the service refuses. */
export function ListStar({ list: { listId, name, favourite } }: { list: ListRowFragment }) {
  const mark = useApiMutation(MarkListDocument, { changes: [ListsOverviewDocument] });
  // Pending until the lists are read again.
  const isMarked = mark.isPending ? mark.variables.input.favourite : favourite;
  const toggle = () =>
    mark.mutate({ input: { listId, favourite: !isMarked } }, { onError: (error) => notify(error.message) });
  const Star = isMarked ? StarFilledIcon : StarIcon;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes.star}
      data-marked={isMarked || undefined}
      aria-pressed={isMarked}
      aria-label={visibleText(listsText.favourite(name))}
      onClick={toggle}
    >
      <Star width={16} height={16} aria-hidden />
    </ActionIcon>
  );
}
