import {
  Alert,
  Button,
  Checkbox,
  FileButton,
  Group,
  NativeSelect,
  Paper,
  Progress,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { UploadIcon } from '@radix-ui/react-icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { randomId } from '../../../../clients/typescript/src/random-id.ts';
import { CompanyDataError } from '../../api/client.ts';
import { queryKey, request, useApiQuery } from '../../api/hooks.ts';
import { upload } from '../../api/upload.ts';
import {
  CreateFieldDocument,
  type CreateFieldInput,
  FieldsDocument,
  type ImportKind,
  InstallationImportsDocument,
} from '../../generated/graphql.ts';
import { formatBytes, formatChoices, formatShare } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { Lines } from '../../ui/loaded.tsx';
import { notify } from '../../ui/notify.ts';
import { WRAPPED } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SmallButton } from '../../ui/small-buttons.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { Columns, Constants } from './import-columns.tsx';
import {
  FIELDS,
  type ImportPlan,
  KINDS,
  kindIn,
  kindOf,
  missingIn,
  newFieldsOf,
  planOf,
  queryOf,
  type Suggestion,
  toFieldInput,
  typeOf,
  withProposals,
} from './import-plan.ts';

const PATH = '/v1/installation/imports';
/** Beginning of a file that the service looks at. */
const HEAD_BYTES = 1_048_576;

/** Takes a file of the catalogue. What it has is guessed, and the file is tried before anything is stored. */
export function NewImport() {
  const [file, setFile] = useState<File>();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) setFile(dropped);
  };
  return (
    <Paper
      component="section"
      aria-label="Import a file"
      withBorder
      p="md"
      style={{ borderStyle: file ? undefined : 'dashed', ...(isOver && { borderColor: 'var(--action)' }) }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {file ? (
        <PlannedFile
          key={`${file.name} ${file.lastModified}`}
          file={file}
          onRemove={() => setFile(undefined)}
        />
      ) : (
        <Group gap="sm">
          <FileButton
            onChange={(chosen) => chosen && setFile(chosen)}
            accept=".csv,.tsv,.ndjson,.jsonl,.json,.parquet,.gz,.zst,.zstd"
          >
            {(props) => (
              <Button {...props} leftSection={<UploadIcon aria-hidden />}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Text c="dimmed" flex="1 1 240px">
            {isOver
              ? 'Drop it here'
              : 'or drop it here: CSV, TSV, NDJSON or Parquet, also compressed. It is tried first, and nothing is stored before you say so.'}
          </Text>
        </Group>
      )}
    </Paper>
  );
}

/** Has the service look at a file, and shows how it would be imported. */
function PlannedFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const [id] = useState(randomId);
  const [kind, setKind] = useState(() => kindIn(file.name));
  const [edited, setEdited] = useState<ImportPlan>();
  const look = useQuery({
    queryKey: ['suggestion for a file', id, kind],
    queryFn: ({ signal }) => suggestionFor(file, kind, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const found = look.data ?? undefined;
  return (
    <Stack>
      <Group gap="xs">
        <Title order={2} maw="100%">
          <UserText text={file.name} />
        </Title>
        <Text c="dimmed" flex="none">
          {formatBytes(file.size)}
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={onRemove} flex="none">
          {common.remove}
        </Button>
      </Group>
      {look.error && <Problem error={look.error} title="The columns could not be read" />}
      {look.isPending ? (
        <Lines count={6} />
      ) : (
        <PlanForm
          file={file}
          found={found}
          plan={edited ?? planOf(kind ?? kindOf(found), found)}
          onPlan={setEdited}
          onKind={(chosen) => {
            setEdited(undefined);
            setKind(chosen);
          }}
        />
      )}
    </Stack>
  );
}

/** Asks the service what a file has; null for a Parquet file whose columns, at its end, are too far away. */
async function suggestionFor(
  file: File,
  kind: ImportKind | undefined,
  signal: AbortSignal,
): Promise<Suggestion | null> {
  const type = typeOf(file.name);
  if (type.endsWith('parquet') && file.size > HEAD_BYTES) return null;
  const path = `${PATH}/suggest${kind ? `?kind=${kind.toLowerCase()}` : ''}`;
  const options = { headers: { 'Content-Type': type }, signal, onProgress: () => undefined };
  return (await upload(path, file.slice(0, HEAD_BYTES), options)) as Suggestion;
}

interface PlanFormProps {
  file: File;
  found: Suggestion | undefined;
  plan: ImportPlan;
  onPlan: (plan: ImportPlan) => void;
  onKind: (kind: ImportKind) => void;
}

/** Shows and corrects how a file is imported, and has it tried. */
function PlanForm({ file, found, plan, onPlan, onKind }: PlanFormProps) {
  const fields = useApiQuery(FieldsDocument, {}, { staleTime: 0 }).data?.companyFields ?? [];
  const existing = fields.filter(({ scope }) => scope === 'CATALOGUE');
  const created = newFieldsOf(
    plan,
    found,
    existing.map(({ key }) => key),
  );
  const missing = missingIn(plan, found).filter(
    (each) => !each.some((field) => plan.constants[field]?.trim()),
  );
  const attempt = useTry(file);
  const isKept = found && found.fields.length > created.length;
  return (
    <>
      <NativeSelect
        label="The file has"
        w="fit-content"
        value={plan.kind}
        onChange={({ currentTarget }) => onKind(currentTarget.value as ImportKind)}
        data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
      />
      {found ? (
        <Columns {...{ found, plan, onPlan }} own={existing} />
      ) : (
        <Text c="dimmed">Its columns are read by their names.</Text>
      )}
      {isKept && plan.kind === 'COMPANIES' && (
        <Button
          {...WRAPPED}
          variant="default"
          w="fit-content"
          onClick={() => onPlan(withProposals(plan, found))}
        >
          Read the other columns as new fields
        </Button>
      )}
      <Constants {...{ found, plan, onPlan }} />
      <Checkbox
        label="The file has all rows of its kind: remove the others"
        checked={plan.isSnapshot}
        onChange={({ currentTarget }) => onPlan({ ...plan, isSnapshot: currentTarget.checked })}
      />
      {plan.isSnapshot && (
        <TextInput
          label="Most rows that may be removed"
          description="A number, or a percentage of the rows that the catalogue has. If there are more, nothing is stored."
          w={300}
          maw="100%"
          value={plan.maxDeletes}
          onChange={({ currentTarget }) => onPlan({ ...plan, maxDeletes: currentTarget.value })}
        />
      )}
      {missing.length > 0 && (
        <Alert color="yellow" role="status">
          {`No column gives ${missing.map((each) => formatChoices(each.map((field) => FIELDS[plan.kind][field] ?? field))).join(', ')}.`}
        </Alert>
      )}
      {created.length > 0 && (
        <Text size="sm">
          {`New fields of the catalogue: ${created.map(({ label }) => visibleText(label)).join(', ')}. They stay, whatever becomes of the import.`}
        </Text>
      )}
      {attempt.share === undefined ? (
        <Button
          w="fit-content"
          disabled={missing.length > 0}
          onClick={() => attempt.send({ query: queryOf(plan, found), fields: created.map(toFieldInput) })}
        >
          Try the file
        </Button>
      ) : (
        <Group gap="sm">
          <Progress value={100 * attempt.share} w={240} aria-label={sending(attempt.share)} />
          <Text size="sm">{sending(attempt.share)}</Text>
          <SmallButton onClick={attempt.stop}>Stop</SmallButton>
        </Group>
      )}
      {attempt.error && <Problem error={attempt.error} />}
    </>
  );
}

const sending = (share: number): string => `Sending: ${formatShare(share)}`;

/** Declares new fields, then sends a file to be tried. The same file sent again after a lost answer is tried once. */
function useTry(file: File) {
  const cache = useQueryClient();
  const [share, setShare] = useState<number>();
  const control = useRef<AbortController>(undefined);
  const last = useRef<{ query: string; key: string }>(undefined);
  const run = useMutation({
    async mutationFn({ query, fields }: { query: string; fields: CreateFieldInput[] }) {
      if (last.current?.query !== query) last.current = { query, key: randomId() };
      control.current = new AbortController();
      setShare(0);
      for (const input of fields) await request(CreateFieldDocument, { input }).catch(unlessDeclared);
      if (fields.length > 0) await cache.invalidateQueries({ queryKey: queryKey(FieldsDocument) });
      const headers = { 'Content-Type': typeOf(file.name), 'Idempotency-Key': last.current.key };
      const { signal } = control.current;
      await upload(`${PATH}?${query}`, file, { headers, signal, onProgress: setShare });
      // Trying it again is another try.
      last.current = undefined;
    },
    onSuccess: () => notify('The file is sent. What it would change stands below.'),
    onSettled: () => {
      setShare(undefined);
      return cache.invalidateQueries({ queryKey: queryKey(InstallationImportsDocument) });
    },
  });
  return {
    share,
    error: control.current?.signal.aborted ? null : run.error,
    send: run.mutate,
    stop: () => control.current?.abort(),
  };
}

/** Somebody may have declared the field meanwhile. */
function unlessDeclared(error: unknown): void {
  if (!(error instanceof CompanyDataError) || error.code !== 'field_exists') throw error;
}
