import { Text } from '@mantine/core';
import { formatNumber } from '../lib/format.ts';
import { common } from '../text/common.ts';
import { PageLink } from './page-link.tsx';

/** Domains of a list that were added to it or excluded from it by hand, whatever its filter says. */
export interface HandMade {
  added: number;
  excluded: number;
}

interface ByHandProps extends HandMade {
  listId: string;
  /** Says what differs by them, before their numbers. */
  why?: string;
}

/** Says why the members of a list are others than what its filter matches, and leads to the domains. Nothing without any. */
export function ByHand({ listId, added, excluded, why }: ByHandProps) {
  if (added === 0 && excluded === 0) return null;
  return (
    <Text size="sm" component="p" m={0}>
      {why !== undefined && `${why} `}
      <PageLink to="/app/lists/$listId/domains" params={{ listId }} underline="always">
        {common.byHand(
          excluded > 0 ? formatNumber(excluded) : undefined,
          added > 0 ? formatNumber(added) : undefined,
        )}
      </PageLink>
    </Text>
  );
}
