import { Alert } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { enrichText } from '../../../text/enrich.ts';
import type { Pause } from './run-job.ts';

/** Says why a job waits, and for how long still. */
export function PauseNote({ pause }: { pause: Pause & { readonly until?: number } }) {
  const left = useSecondsLeft(pause);
  const { reason } = pause;
  const text =
    reason === 'unreachable' ? enrichText.pause.unreachable : enrichText.pause[reason](formatNumber(left));
  return (
    <Alert color="yellow" variant="light" role="status" aria-live="off">
      {text}
    </Alert>
  );
}

function useSecondsLeft(pause: Pause & { readonly until?: number }): number {
  const [began] = useState(Date.now);
  const [now, setNow] = useState(began);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const until = pause.until ?? began + (pause.seconds ?? 0) * 1000;
  return Math.max(0, Math.ceil((until - now) / 1000));
}
