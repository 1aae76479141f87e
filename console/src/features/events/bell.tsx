import { ActionIcon } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApiQuery } from '../../api/hooks.ts';
import { patiently } from '../../api/load-code.ts';
import { useViewer } from '../../api/viewer.ts';
import { UnseenEventsDocument, type UnseenEventsQuery } from '../../generated/graphql.ts';
import { LineIcon } from '../../ui/line-icon.tsx';
import classes from './events.module.css';
import { useLiveFeed } from './live-feed.ts';

const Panel = lazy(patiently(() => import('./panel.tsx')));

const BELL =
  'M7.5 1.5a4 4 0 0 0-4 4c0 3-1.2 4.2-1.7 5h11.4c-.5-.8-1.7-2-1.7-5a4 4 0 0 0-4-4ZM6 12.5a1.6 1.6 0 0 0 3 0';
/** The bell counts this far. */
const MOST = 100;
/** Reasons for which a kept cursor leads nowhere. The count then begins with the oldest event. */
const FORGOTTEN: readonly string[] = ['cursor_expired', 'validation_error'];

/** Number of events that the person has not seen yet; opens the newest ones. */
export default function Bell() {
  const { data } = useViewer();
  return data ? <OwnBell userId={data.viewer.user.userId} /> : null;
}

function OwnBell({ userId }: { userId: number }) {
  // It stays when the person signs out, so that the next sign-in does not show 30 days as new.
  const [seen, setSeen, forget] = useLocalStorage<string | undefined>({
    key: `company-data.events-seen:${userId}`,
    getInitialValueInEffect: false,
    // A cursor is a text without quotes, and needs no other form.
    serialize: (cursor) => cursor ?? '',
    deserialize: (stored) => stored || undefined,
  });
  const { data, error } = useApiQuery(
    UnseenEventsDocument,
    { after: seen, first: MOST },
    { keepPrevious: true },
  );
  const isForgotten = error !== null && FORGOTTEN.includes(error.code);
  useEffect(() => {
    if (isForgotten) forget();
  }, [isForgotten, forget]);
  useLiveFeed(data?.events?.nextCursor);
  const [shown, setShown] = useState<ReturnType<typeof unseenOf>>();
  const unseen = unseenOf(data?.events, userId);
  const count = unseen.hasMore ? `${MOST}+` : String(unseen.ids.size);
  const isNew = unseen.hasMore || unseen.ids.size > 0;
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setShown(undefined));
    button.current?.focus();
  };
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        c="inherit"
        size={30}
        aria-label={isNew ? `Activity: ${count} not seen yet` : 'Activity: nothing new'}
        onClick={() => setShown(unseen)}
      >
        <LineIcon path={BELL} />
      </ActionIcon>
      {isNew && (
        <span className={classes.count} aria-hidden="true">
          {count}
        </span>
      )}
      <Suspense>
        {shown && (
          <Panel
            // All recent ones are unseen where there are more than were counted.
            isNew={({ eventId }) => shown.hasMore || shown.ids.has(eventId)}
            onSeen={setSeen}
            onClose={close}
            onLeave={() => setShown(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Returns the ids of events that others made; a person knows of their own changes. */
function unseenOf(page: UnseenEventsQuery['events'] | undefined, userId: number) {
  const isOwn = (data: unknown): boolean =>
    typeof data === 'object' && data !== null && 'actor_id' in data && data.actor_id === userId;
  const ofOthers = (page?.edges ?? []).filter(({ node }) => !isOwn(node.data));
  return {
    ids: new Set(ofOthers.map(({ node }) => node.eventId)),
    hasMore: page?.pageInfo.hasNextPage ?? false,
  };
}
