import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useViewer } from '../../api/viewer.ts';
import type { ListRowFragment } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { listsText } from '../../text/lists.ts';
import { TierCountsText } from '../../ui/tier-counts.tsx';
import { UserText } from '../../ui/user-text.tsx';
import classes from './lists-page.module.css';
import type { ListsSearch } from './search.ts';

interface PartProps {
  list: ListRowFragment;
}

/** The name of a list, which leads to it, with its tags below. */
export function ListTitle({ list: { listId, name, tags } }: PartProps) {
  return (
    <div className={classes.title}>
      <Anchor
        fw={600}
        className={classes.link}
        renderRoot={(props) => (
          <Link {...props} to="/app/lists/$listId" params={{ listId: String(listId) }} />
        )}
      >
        <UserText text={name} />
      </Anchor>
      {tags.length > 0 && <Tags tags={tags} />}
    </div>
  );
}

/** The tags of a list. Each leads to the lists that have it. */
function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <ul className={classes.tags} aria-label={listsText.tags.label}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to="/app/lists"
            search={(all: ListsSearch) => ({ ...all, tag })}
            className={classes.tag}
            aria-label={visibleText(listsText.tags.show(tag))}
          >
            <UserText text={tag} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Number of members of a list, and of each tier. */
export function ListSize({ list: { listId, materializations } }: PartProps) {
  const counts = materializations?.edges[0]?.node.counts;
  if (!counts) return <Text c="dimmed">{listsText.notComputed}</Text>;
  return (
    <>
      <Text fw={600}>{common.companies(counts.total, formatNumber(counts.total))}</Text>
      <TierCountsText counts={counts} listId={String(listId)} />
    </>
  );
}

export function ListAccess({ list: { accessLevel } }: PartProps) {
  return <span title={common.accessMeaning[accessLevel]}>{common.accessLevels[accessLevel]}</span>;
}

export function ListOwner({ list: { owner } }: PartProps) {
  const userId = useViewer().data?.viewer.user.userId;
  return owner.userId === userId ? listsText.me : <UserText text={owner.name} />;
}
