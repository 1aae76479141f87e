import { Paper, Skeleton, Stack, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { MemberTier } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { LivePreview } from '../../../preview/use-live-preview.ts';
import { numbersText } from '../../../text/builder-numbers.ts';
import { ByHand, type HandMade } from '../../../ui/by-hand.tsx';
import { TierBar } from '../../../ui/tier-bar.tsx';
import { type Base, DifferenceLine } from './difference-line.tsx';
import classes from './numbers.module.css';
import { PreviewStatus } from './preview-status.tsx';

/** Of the numbers, without and with the line that compares them. The panel below stays where it is when they come. */
const [HEIGHT, COMPARED_HEIGHT] = [72, 104];

interface SummaryPanelProps {
  preview: LivePreview;
  /** Definition that the draft is compared with; undefined for a new list. */
  base?: Base;
  /** List that is edited. */
  list?: { listId: string; byHand: HandMade };
  /** Leads to the companies: those of a tier, or all. */
  onShow: (tier: MemberTier | undefined) => void;
}

/** The total, its tiers, and how it differs from what is saved. */
export function SummaryPanel({ preview, base, list, onShow }: SummaryPanelProps) {
  const { numbers, isCurrent, isLoading } = preview;
  return (
    <Paper withBorder p="md" component="section" className={classes.panel} aria-busy={isLoading}>
      <Stack gap="xs">
        <VisuallyHidden>
          <Title order={2}>{numbersText.summary}</Title>
        </VisuallyHidden>
        <VisuallyHidden role="status">
          {numbers && isCurrent && numbersText.totalNow(formatNumber(numbers.total))}
        </VisuallyHidden>
        {!numbers && isLoading && (
          <Skeleton h={base ? COMPARED_HEIGHT : HEIGHT} role="status" aria-label={numbersText.updating} />
        )}
        {numbers && (
          <div
            className={isCurrent ? undefined : classes.stale}
            title={isCurrent ? undefined : numbersText.stale}
          >
            <UnstyledButton title={numbersText.showAll} onClick={() => onShow(undefined)}>
              <span className={classes.total}>{formatNumber(numbers.total)}</span>{' '}
              {numbersText.total(numbers.total)}
            </UnstyledButton>
            <TierBar counts={numbers.tiers} onSelect={onShow} />
          </div>
        )}
        {!numbers && !isLoading && preview.faults.length === 0 && (
          <Text c="dimmed">{numbersText.nothingYet}</Text>
        )}
        {numbers && base && <DifferenceLine {...{ base, numbers, isCurrent }} />}
        {list && <ByHand listId={list.listId} {...list.byHand} why={numbersText.byHand} />}
      </Stack>
      <PreviewStatus preview={preview} />
    </Paper>
  );
}
