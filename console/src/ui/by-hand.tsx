import { Text } from '@mantine/core';
import { formatNumber } from '../lib/format.ts';
import { PageLink } from './page-link.tsx';

/** Domains of a list that were added to it or excluded from it by hand, whatever its filter says. */
export interface HandMade {
  added: number;
  excluded: number;
}

/** Domains by hand beside a filter, which they differ from. It opens them. Nothing without any. @param why what differs */
export function ByHand({ listId, added, excluded, why }: HandMade & { listId: string; why?: string }) {
  if (added === 0 && excluded === 0) return null;
  return (
    <Text size="sm" component="p" m={0}>
      {why !== undefined && `${why} `}
      <PageLink
        to="/app/lists/$listId"
        params={{ listId }}
        search={{ domains: true }}
        underline="always"
        title="Domains that were added or excluded by hand, whatever the filter says"
      >
        {added > 0 && `+${formatNumber(added)} added`}
        {added > 0 && excluded > 0 && ', '}
        {excluded > 0 && `${formatNumber(excluded)} excluded`} by hand
      </PageLink>
    </Text>
  );
}
