import { useLocalStorage } from '@mantine/hooks';
import type { UnseenEventsQuery } from '../../generated/graphql.ts';

/**
 * Returns the cursor up to which a person has seen the feed in this browser, for all of its tabs. It stays when the person
 * signs out, so that the next sign-in does not show 30 days as new.
 *
 * @returns the cursor, undefined before the oldest event that is kept; and a function that replaces it.
 */
export function useSeen(userId: number) {
  const [seen, setSeen, forget] = useLocalStorage<string | undefined>({
    key: `company-data.events-seen:${userId}`,
    getInitialValueInEffect: false,
    // A cursor is a text without quotes, and needs no other form.
    serialize: (cursor) => cursor ?? '',
    deserialize: (stored) => stored || undefined,
  });
  return { seen, setSeen, forget };
}

/** Events that others made, and the person has not seen yet. */
export interface Unseen {
  ids: ReadonlySet<number>;
  /** There are more than were counted. All recent ones are unseen then. */
  hasMore: boolean;
}

/** @param page undefined: nothing is known yet. @param userId of the person, who knows of their own changes. */
export function unseenOf(page: UnseenEventsQuery['events'] | undefined, userId: number): Unseen {
  const ofOthers = (page?.edges ?? []).filter(({ node }) => !isBy(userId, node.data));
  return {
    ids: new Set(ofOthers.map(({ node }) => node.eventId)),
    hasMore: page?.pageInfo.hasNextPage ?? false,
  };
}

const isBy = (userId: number, data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'actor_id' in data && data.actor_id === userId;
