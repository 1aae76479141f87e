import type { UnseenEventsQuery } from '../../generated/graphql.ts';

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
