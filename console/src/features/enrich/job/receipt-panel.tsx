import { Paper, Title } from '@mantine/core';
import { formatNumber } from '../../../lib/format.ts';
import { enrichText } from '../../../text/enrich.ts';
import type { Job } from './job.ts';
import { receiptOf } from './receipt.ts';
import classes from './receipt-panel.module.css';

const texts = enrichText.job;
const CHARGES = ['CHARGED', 'IN_WINDOW', 'FREE'] as const;
const STATUSES = ['FOUND', 'NO_PARTNERSHIPS', 'NOT_TRACKED'] as const;

/** Shows what the job has found and cost so far; nothing before its first batch. */
export function ReceiptPanel({ job }: { job: Job }) {
  const { remaining, charged, byCharge, byStatus } = receiptOf(job);
  if (remaining === undefined) return null;
  const { receiptTerms } = texts;
  return (
    <div className={classes.panels}>
      <Paper withBorder p="md" component="section" aria-labelledby="verdict">
        <Title order={2} id="verdict">
          {texts.verdict}
        </Title>
        <dl className={classes.terms}>
          {STATUSES.map((status) => (
            <Term key={status} term={enrichText.results.statuses[status]} value={byStatus[status]} />
          ))}
        </dl>
      </Paper>
      <Paper withBorder p="md" component="section" aria-labelledby="receipt">
        <Title order={2} id="receipt">
          {texts.receipt}
        </Title>
        <dl className={classes.terms}>
          <Term term={receiptTerms.charged} value={charged} />
          {CHARGES.map((charge) => (
            <Term key={charge} term={receiptTerms.byCharge[charge]} value={byCharge[charge]} />
          ))}
          <Term term={receiptTerms.remaining} value={remaining} />
        </dl>
      </Paper>
    </div>
  );
}

function Term({ term, value }: { term: string; value: number }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  );
}
