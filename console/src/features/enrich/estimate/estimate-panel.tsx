import { Alert, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { enrichText } from '../../../text/enrich.ts';
import { Problem } from '../../../ui/problem.tsx';
import { BATCH_SIZE } from '../job/job.ts';
import { PauseNote } from '../job/pause-note.tsx';
import type { Estimate } from './estimate.ts';
import { AUTOMATIC, useEstimate } from './use-estimate.ts';

const texts = enrichText.estimate;

interface EstimatePanelProps {
  /** Cleaned, distinct domains; at least one. */
  domains: readonly string[];
  onStart: () => Promise<void>;
}

/** The price and the balance, and the button that starts the job once both are known. */
export function EstimatePanel({ domains, onStart }: EstimatePanelProps) {
  const [asked, setAsked] = useState<readonly string[]>();
  const isWanted = domains.length <= AUTOMATIC || asked === domains;
  const { estimate, pause, error, retry } = useEstimate(domains, isWanted);
  const isComplete = estimate?.checked === domains.length;
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={2}>{texts.title}</Title>
        {!isWanted && (
          <Button variant="default" w="fit-content" onClick={() => setAsked(domains)}>
            {texts.ask(formatNumber(domains.length))}
          </Button>
        )}
        {isWanted && !isComplete && !error && (
          <EstimateProgress done={estimate?.checked ?? 0} total={domains.length} />
        )}
        {pause && <PauseNote pause={pause} />}
        {Boolean(error) && <Problem error={error} onRetry={retry} />}
        {isComplete && <Price estimate={estimate} />}
        {isComplete && estimate.found > 0 && <StartButton estimate={estimate} onStart={onStart} />}
      </Stack>
    </Paper>
  );
}

function EstimateProgress({ done, total }: { done: number; total: number }) {
  const text = texts.running(formatNumber(done), formatNumber(total));
  return (
    <div>
      <Text size="sm">{text}</Text>
      <Progress value={(100 * done) / total} aria-label={text} />
    </div>
  );
}

/** Whether the price is an upper bound: companies can have domains in several batches. */
const isBound = ({ price, checked }: Estimate): boolean => price > 0 && checked > BATCH_SIZE;

function Price({ estimate }: { estimate: Estimate }) {
  const { price, balance, checked, found, withPartners, unlocked } = estimate;
  const words = isBound(estimate) ? texts.price : texts.priceExact;
  const untracked = checked - found;
  if (found === 0) return <Text role="status">{texts.nothing}</Text>;
  return (
    <>
      <Text size="lg" fw={600} role="status">
        {texts.unlocked(unlocked, formatNumber(unlocked), formatNumber(checked))} ·{' '}
        {price === 0 ? texts.free : words(price, formatNumber(price))}
      </Text>
      {price <= balance && <Text>{texts.balance(formatNumber(balance), formatNumber(balance - price))}</Text>}
      <Text size="sm" c="dimmed">
        {texts.found(formatNumber(found), formatNumber(withPartners))} {texts.rule}{' '}
        {isBound(estimate) && texts.once}
      </Text>
      {untracked > 0 && <Text>{texts.untracked(untracked, formatNumber(untracked))}</Text>}
      {price > balance && (
        <Alert color="yellow" variant="light">
          {texts.short(formatNumber(price - balance))}
        </Alert>
      )}
    </>
  );
}

function StartButton({ estimate, onStart }: { estimate: Estimate; onStart: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { checked, price } = estimate;
  const count = enrichText.domains(checked, formatNumber(checked));
  const words = isBound(estimate) ? texts.startForAtMost : texts.startFor;
  const start = async () => {
    setBusy(true);
    await onStart().catch(() => setError(texts.storageFull));
    setBusy(false);
  };
  return (
    <Group>
      <Button onClick={() => void start()} loading={isBusy}>
        {price === 0 ? texts.start(count) : words(count, enrichText.credits(price, formatNumber(price)))}
      </Button>
      {error && <Problem error={error} />}
    </Group>
  );
}
