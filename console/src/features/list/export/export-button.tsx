import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Progress,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { Fragment, useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import {
  type JobResultFormat,
  ListExportEstimateDocument,
  type ListExportEstimateQuery,
} from '../../../generated/graphql.ts';
import { counted, formatBytes, formatMoment, formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { common } from '../../../text/common.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/form-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { MoreCredits } from '../../../ui/more-credits.tsx';
import { useOwnFields } from '../../../ui/own-fields.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { countOf, TIERS } from '../../../ui/tier.tsx';
import classes from '../list.module.css';
import { type ExportChoice, type ExportStep, isUncertain, type Receipt, useExport } from './use-export.ts';

/** Columns in the order of the file. A test compares them with it. */
const COLUMNS =
  'company_id name slug primary_domain tier source partnership_count industry employee_range country founded_year domains';

/** Opens the export of a list: its price first, then the download and the receipt. */
export function ExportButton({ listId, listName }: { listId: string; listName: string }) {
  const [isOpen, setOpen] = useState(false);
  const { state, start, again, cancel, reset } = useExport(listId, listName);
  const isBusy = state.step === 'paying' || state.step === 'downloading';
  return (
    <>
      <Button
        variant="default"
        leftSection={<DownloadIcon width={16} height={16} />}
        onClick={() => setOpen(true)}
      >
        Export
      </Button>
      <Dialog
        opened={isOpen}
        title={`Export “${visibleText(listName)}”`}
        // A payment or a download that runs is not hidden; the download can be cancelled.
        canClose={!isBusy}
        onClose={() => setOpen(false)}
      >
        {state.step === 'choosing' && (
          <ExportForm
            listId={listId}
            error={state.error}
            onExport={(choice) => void start(choice)}
            onClose={() => setOpen(false)}
          />
        )}
        {isBusy && <ExportProgress state={state} onCancel={cancel} />}
        {(state.step === 'done' || state.step === 'stopped') && (
          <ExportReceipt state={state} onAgain={(receipt) => void again(receipt)} onAnother={reset} />
        )}
      </Dialog>
    </>
  );
}

/** A payment or download that runs. The length of the file is not known before its end. */
function ExportProgress({ state, onCancel }: { state: ExportStep; onCancel: () => void }) {
  const isDownload = state.step === 'downloading';
  return (
    <Stack>
      <Progress value={100} animated aria-label="Download" />
      <Group justify="space-between">
        <Text role="status">
          {isDownload ? `${formatBytes(state.bytes)} received` : 'Preparing the file…'}
        </Text>
        {isDownload && (
          <Button variant="default" onClick={onCancel}>
            Cancel the download
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const ALL = 'ALL';
const FORMATS: { value: JobResultFormat | ''; label: string }[] = [
  { value: '', label: 'CSV, downloaded now' },
  { value: 'CSV', label: 'CSV, as a job' },
  { value: 'NDJSON', label: 'NDJSON, as a job' },
  { value: 'PARQUET', label: 'Parquet, as a job' },
];

interface ExportFormProps {
  listId: string;
  /** Failure of the last attempt. */
  error: unknown;
  onExport: (choice: ExportChoice) => void;
  onClose: () => void;
}

/** Choice of an export with its price. */
function ExportForm({ listId, error, onExport, onClose }: ExportFormProps) {
  const [tier, setTier] = useState<ExportChoice['tier']>();
  const [bom, setBom] = useState(false);
  const [format, setFormat] = useState<JobResultFormat>();
  const [fields, setFields] = useState<readonly string[]>([]);
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
      action={price > 0 ? `Export for ${credits(price)}` : 'Export'}
      disabled={!canExport}
      onSubmit={() => onExport({ tier, bom, fields, format, price })}
      onCancel={onClose}
    >
      <SegmentedControl
        aria-label="Companies"
        value={tier ?? ALL}
        onChange={(chosen) => setTier(TIERS.find((each) => each === chosen))}
        data={[
          { value: ALL, label: 'All tiers' },
          ...TIERS.map((each) => ({ value: String(each), label: common.tiers[each] })),
        ]}
      />
      <NativeSelect
        label="File"
        description={format && 'The job is on the page Files, where its file waits for you.'}
        value={format ?? ''}
        onChange={({ currentTarget: { value } }) =>
          setFormat((value || undefined) as JobResultFormat | undefined)
        }
        data={FORMATS}
      />
      {!format && (
        <Switch
          label="For Excel"
          description="Begins the file with a byte order mark, by which Excel reads letters such as ü correctly."
          checked={bom}
          onChange={({ currentTarget }) => setBom(currentTarget.checked)}
        />
      )}
      <div>
        <Text size="sm" fw={500} id="export-columns">
          Columns of the file
        </Text>
        <Group component="ul" aria-labelledby="export-columns" gap="2px 12px" mt={4} p={0} c="dimmed" fz="sm">
          {COLUMNS.split(' ').map((column) => (
            <li key={column} style={{ listStyle: 'none' }}>
              {column}
            </li>
          ))}
        </Group>
      </div>
      <OwnColumns chosen={fields} onChange={setFields} />
      <div role="status" aria-label="Price" aria-busy={query.isPlaceholderData}>
        <Loaded query={query} lines={1}>
          {({ list }) => list?.exportEstimate && <Price {...list.exportEstimate} />}
        </Loaded>
      </div>
      {error !== undefined && (
        <Stack gap={4}>
          <Problem error={error} />
          {isUncertain(error) && (
            <Text size="sm">
              Whether the export was paid for is not known. Trying again finishes the same export and is
              charged once.
            </Text>
          )}
        </Stack>
      )}
    </DialogForm>
  );
}

/** Own fields that can be further columns of the file, in the order of their declarations. */
function OwnColumns({ chosen, onChange }: { chosen: readonly string[]; onChange: (keys: string[]) => void }) {
  const own = useOwnFields();
  if (own.length === 0) return null;
  const keys = own.map(({ key }) => key);
  return (
    <Checkbox.Group label="Own fields as further columns" value={[...chosen]} onChange={onChange}>
      <Checkbox
        mt={4}
        size="xs"
        label="All of them"
        checked={chosen.length === own.length}
        indeterminate={chosen.length > 0 && chosen.length < own.length}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? keys : [])}
      />
      <Group gap="6px 16px" mah={140} mt={8} style={{ overflowY: 'auto' }}>
        {own.map(({ key, label }) => (
          <Checkbox key={key} size="xs" value={key} label={visibleText(label)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

const credits = (count: number): string => counted(count, 'credit', 'credits');

type Estimate = NonNullable<NonNullable<ListExportEstimateQuery['list']>['exportEstimate']>;

function Price({ members, creditsRequired, creditBalance, sufficient }: Estimate) {
  const rows = counted(members, 'row', 'rows');
  const open = members - creditsRequired;
  const unlocked = open === 0 ? 'none already unlocked' : `${formatNumber(open)} already unlocked`;
  if (members === 0)
    return <Text>There is no company to export. Choose another tier, or change the filter of the list.</Text>;
  if (!sufficient)
    return (
      <Alert color="red" variant="light">
        {rows} · {unlocked} · costs {credits(creditsRequired)}. The balance is {credits(creditBalance)}, so
        that {credits(creditsRequired - creditBalance)} would be missing. Export one tier, make the list
        smaller, or get more credits. Nothing was charged. <MoreCredits />
      </Alert>
    );
  return (
    <>
      <Text fw={600}>
        {rows} · {unlocked} · {creditsRequired === 0 ? 'costs nothing' : `costs ${credits(creditsRequired)}`}{' '}
        · {formatNumber(creditBalance - creditsRequired)} left after
      </Text>
      <Text size="sm">
        {creditsRequired === 0
          ? 'The partners of these companies are unlocked already, since they were paid for in the last 30 days.'
          : `It also unlocks the partners of ${counted(creditsRequired, 'company', 'companies')} for 30 days.`}
      </Text>
    </>
  );
}

interface ExportReceiptProps {
  state: Extract<ExportStep, { receipt: Receipt }>;
  onAgain: (receipt: Receipt) => void;
  onAnother: () => void;
}

/** Result of an export that was paid for: what it cost, and how to download it again. */
function ExportReceipt({ state, onAgain, onAnother }: ExportReceiptProps) {
  const { receipt } = state;
  const error = state.step === 'stopped' ? state.error : undefined;
  const { creditsCharged, creditsRemaining, validUntil, tier, materialization } = receipt;
  const { counts } = materialization;
  const facts = {
    Companies: formatNumber(tier ? countOf(counts, tier) : counts.total),
    Charged: credits(creditsCharged),
    Left: credits(creditsRemaining),
    'Free download until': <time dateTime={validUntil}>{formatMoment(validUntil)}</time>,
  };
  return (
    <Stack>
      <Text role="status">
        {state.step === 'done'
          ? `The file is complete: ${formatBytes(state.bytes)}.`
          : error === undefined
            ? 'The download was cancelled. The export is paid for, so that downloading it is free.'
            : 'The download broke off. The export is paid for, so that downloading it again is free.'}
      </Text>
      {error !== undefined && <Problem error={error} />}
      <Title order={2}>Receipt</Title>
      <dl className={classes.receipt}>
        {Object.entries(facts).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onAnother}>
          Another export
        </Button>
        <Button onClick={() => onAgain(receipt)}>Download again (free)</Button>
      </Group>
    </Stack>
  );
}
