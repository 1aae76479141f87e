import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { formatBytes, formatMoment, formatNumber } from '../../../lib/format.ts';
import { exportText } from '../../../text/list-export.ts';
import { Problem } from '../../../ui/problem.tsx';
import classes from './export-receipt.module.css';
import type { ExportStep, Receipt } from './use-export.ts';

interface ExportReceiptProps {
  state: Extract<ExportStep, { receipt: Receipt }>;
  onAgain: (receipt: Receipt) => void;
  onAnother: () => void;
}

/** Result of an export that was paid for: what it cost, and how to download it again. */
export function ExportReceipt({ state, onAgain, onAnother }: ExportReceiptProps) {
  const { receipt } = state;
  const { creditsCharged, creditsRemaining, validUntil, tier, materialization } = receipt;
  const { counts } = materialization;
  const members = tier
    ? counts[tier === 'HIGH' ? 'high' : tier === 'MEDIUM' ? 'medium' : 'exploratory']
    : counts.total;
  const credits = (count: number) => exportText.credits(count, formatNumber(count));
  return (
    <Stack>
      <Outcome state={state} />
      <Title order={2}>{exportText.receipt}</Title>
      <dl className={classes.receipt}>
        <dt>{exportText.members}</dt>
        <dd>{formatNumber(members)}</dd>
        <dt>{exportText.charged}</dt>
        <dd>{credits(creditsCharged)}</dd>
        <dt>{exportText.left}</dt>
        <dd>{credits(creditsRemaining)}</dd>
        <dt>{exportText.validUntil}</dt>
        <dd>
          <time dateTime={validUntil}>{formatMoment(validUntil)}</time>
        </dd>
      </dl>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onAnother}>
          {exportText.another}
        </Button>
        <Button onClick={() => onAgain(receipt)}>{exportText.again}</Button>
      </Group>
    </Stack>
  );
}

function Outcome({ state }: Pick<ExportReceiptProps, 'state'>) {
  if (state.step === 'done') return <Text role="status">{exportText.done(formatBytes(state.bytes))}</Text>;
  const error = state.step === 'stopped' ? state.error : undefined;
  return (
    <>
      <Text role="status">{error === undefined ? exportText.cancelled : exportText.broken}</Text>
      {error !== undefined && <Problem error={error} />}
    </>
  );
}
