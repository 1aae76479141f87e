import { Alert, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { ListExportEstimateDocument, type ListExportEstimateQuery } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { exportText } from '../../../text/list-export.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { TIERS } from '../../../ui/tier.tsx';
import classes from './export-form.module.css';
import { isUncertain } from './payment-key.ts';
import type { ExportChoice } from './use-export.ts';

const ALL = 'ALL';

type Estimate = NonNullable<NonNullable<ListExportEstimateQuery['list']>['exportEstimate']>;

interface ExportFormProps {
  listId: string;
  /** Failure of the last attempt. */
  error: unknown;
  onExport: (choice: ExportChoice) => void;
  onClose: () => void;
}

/** Choice of an export with its price. */
export function ExportForm({ listId, error, onExport, onClose }: ExportFormProps) {
  const [tier, setTier] = useState<ExportChoice['tier']>();
  const [bom, setBom] = useState(false);
  const query = useApiQuery(
    ListExportEstimateDocument,
    { listId, ...(tier && { tier }) },
    { keepPrevious: true, staleTime: 0 },
  );
  const estimate = query.data?.list?.exportEstimate;
  const canExport = estimate?.sufficient === true && estimate.members > 0 && !query.isPlaceholderData;
  const price = estimate?.creditsRequired ?? 0;
  return (
    <DialogForm
      action={price > 0 ? exportText.payFor(credits(price)) : exportText.pay}
      disabled={!canExport}
      onSubmit={() => onExport({ tier, bom })}
      onCancel={onClose}
    >
      <SegmentedControl
        aria-label={exportText.tier}
        value={tier ?? ALL}
        onChange={(chosen) => setTier(TIERS.find((each) => each === chosen))}
        data={[
          { value: ALL, label: exportText.allTiers },
          ...TIERS.map((each) => ({ value: String(each), label: common.tiers[each] })),
        ]}
      />
      <Switch
        label={exportText.bom}
        description={exportText.bomHint}
        checked={bom}
        onChange={({ currentTarget }) => setBom(currentTarget.checked)}
      />
      <Columns />
      <div role="status" aria-label={exportText.price} aria-busy={query.isPlaceholderData}>
        <Loaded query={query} lines={1}>
          {({ list }) => list?.exportEstimate && <Price estimate={list.exportEstimate} />}
        </Loaded>
      </div>
      {error !== undefined && (
        <Stack gap={4}>
          <Problem error={error} />
          {isUncertain(error) && <Text size="sm">{exportText.sameRequest}</Text>}
        </Stack>
      )}
    </DialogForm>
  );
}

/** Columns of the file, in their order. */
function Columns() {
  return (
    <div>
      <Text size="sm" fw={500} id="export-columns">
        {exportText.columns}
      </Text>
      <ul aria-labelledby="export-columns" className={classes.columns}>
        {exportText.columnNames.map((column) => (
          <li key={column}>{column}</li>
        ))}
      </ul>
    </div>
  );
}

const credits = (count: number): string => exportText.credits(count, formatNumber(count));

function Price({
  estimate: { members, creditsRequired, creditBalance, sufficient },
}: {
  estimate: Estimate;
}) {
  const rows = exportText.rows(members, formatNumber(members));
  const open = members - creditsRequired;
  const unlocked = exportText.unlocked(open, formatNumber(open));
  if (members === 0) return <Text>{exportText.empty}</Text>;
  if (!sufficient)
    return (
      <Alert color="red" variant="light">
        {exportText.insufficient(
          rows,
          unlocked,
          credits(creditsRequired),
          credits(creditBalance),
          credits(creditsRequired - creditBalance),
        )}
      </Alert>
    );
  const left = formatNumber(creditBalance - creditsRequired);
  return (
    <>
      <Text fw={600}>
        {rows} · {unlocked} ·{' '}
        {creditsRequired === 0 ? exportText.free : exportText.costs(credits(creditsRequired))} ·{' '}
        {exportText.leftAfter(left)}
      </Text>
      <Text size="sm">{exportText.unlocks(creditsRequired, formatNumber(creditsRequired))}</Text>
    </>
  );
}
