import { Alert, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Waiting } from '../../../preview/preview-store.ts';
import type { LivePreview } from '../../../preview/use-live-preview.ts';
import { numbersText } from '../../../text/builder-numbers.ts';
import { Problem } from '../../../ui/problem.tsx';

/** Says why the numbers are not current, and what happens next. */
export function PreviewStatus({ preview }: { preview: LivePreview }) {
  const { numbers, faults, error, waiting, retry } = preview;
  const unplaced = faults.filter(({ code }) => code !== 'unbounded_definition');
  const count = unplaced.length;
  return (
    <>
      <div role="status">
        {waiting && <WaitingNote waiting={waiting} />}
        {count > 0 && (
          <Text c="dimmed">{numbers ? numbersText.faults(count) : numbersText.faultsAlone(count)}</Text>
        )}
      </div>
      {error && <Problem error={error} title={numbersText.failed} onRetry={retry} />}
    </>
  );
}

function WaitingNote({ waiting }: { waiting: Waiting }) {
  const seconds = useSecondsUntil(waiting.until);
  const { busy, busySoon, unreachable } = numbersText.waiting;
  if (waiting.reason === 'unreachable') return <Alert color="yellow">{unreachable}</Alert>;
  return <Alert color="yellow">{seconds > 0 ? busy(seconds) : busySoon}</Alert>;
}

/** Seconds until a time on the clock of `performance.now()`, counted down. */
function useSecondsUntil(until: number | undefined): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (until === undefined) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return until === undefined ? 0 : Math.ceil((until - now) / 1_000);
}
