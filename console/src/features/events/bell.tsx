import { ActionIcon } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApiQuery } from '../../api/hooks.ts';
import { patiently } from '../../api/load-code.ts';
import { useViewer } from '../../api/viewer.ts';
import { UnseenEventsDocument } from '../../generated/graphql.ts';
import { LineIcon } from '../../ui/line-icon.tsx';
import classes from './events.module.css';
import { useLiveFeed } from './live-feed.ts';
import { type Unseen, unseenOf, useSeen } from './seen.ts';

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
  const { seen, setSeen, forget } = useSeen(userId);
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
  const [shown, setShown] = useState<Unseen>();
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
          <Panel unseen={shown} onSeen={setSeen} onClose={close} onLeave={() => setShown(undefined)} />
        )}
      </Suspense>
    </>
  );
}
