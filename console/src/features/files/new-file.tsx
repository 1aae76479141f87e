import { Button, FileButton, Group, Paper, Progress, Radio, Stack, Text, Textarea } from '@mantine/core';
import { FileTextIcon, UploadIcon } from '@radix-ui/react-icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useExampleCompanies } from '../../api/examples.ts';
import { forgetHandedDomains, handedFile, readHandedDomains } from '../../api/handed-domains.ts';
import { queryKey, request } from '../../api/hooks.ts';
import { useKeptInput } from '../../api/kept-input.ts';
import { EditableListsDocument, type JobKind } from '../../generated/graphql.ts';
import { counted, formatBytes, formatShare } from '../../lib/format.ts';
import { beginsWithData, readRows } from '../../lib/pasted-text.ts';
import { useStore } from '../../lib/store.ts';
import { JOB_KINDS } from '../../ui/jobs.ts';
import { Problem } from '../../ui/problem.tsx';
import { type Option, SearchSelect } from '../../ui/search-select.tsx';
import { useListName } from '../../ui/use-list-name.ts';
import { UserText } from '../../ui/user-text.tsx';
import { useWritableFields } from './job.ts';
import { useUpload } from './use-upload.ts';

const KINDS = ['ENRICH', 'MATCH', 'ADD_TO_LIST', 'SET_FIELDS'] as const satisfies readonly JobKind[];
/** Bytes up to which a file without a header is read as a pasted text. */
const TEXT_BYTES = 1_000_000;

/** What can be done with the members of a list, whose companies are known. */
const KINDS_OF_MEMBERS: readonly JobKind[] = ['ENRICH', 'ADD_TO_LIST'];

/** Takes a file, a pasted text or the members of a list, and makes a job of it. */
export function NewFile() {
  const { list } = useSearch({ from: '/app/files' });
  const navigate = useNavigate();
  const listName = useListName(list);
  const [target, setTarget] = useState<Option | null>(null);
  const [text, setText] = useState(readHandedDomains);
  useEffect(forgetHandedDomains, []);
  useKeptInput('files', text === '' ? undefined : text, setText);
  const [file, setFile] = useState<File>();
  /** Of a file whose text is shown. */
  const [name, setName] = useState<string>();
  const [wanted, setKind] = useState<JobKind>('ENRICH');
  const hasFields = useWritableFields().length > 0;
  const pasted = useDeferredValue(text);
  const rows = useMemo(() => readRows(pasted), [pasted]);
  const { share, error, send, stop } = useUpload();
  const kinds = KINDS.filter(
    (each) => (each !== 'SET_FIELDS' || hasFields) && (list === undefined || KINDS_OF_MEMBERS.includes(each)),
  );
  const kind = kinds.find((each) => each === wanted) ?? 'ENRICH';
  const source = list === undefined ? (file ?? rows) : { listId: list };
  const isEmpty = Array.isArray(source) && (source.length === 0 || pasted !== text);
  const leaveList = () => void navigate({ to: '/app/files', search: {}, replace: true });
  const take = async (taken: File | null | undefined) => {
    if (!taken) return;
    leaveList();
    const lines = await textOf(taken);
    setText(lines ?? '');
    setName(lines === undefined ? undefined : taken.name);
    setFile(lines === undefined ? taken : undefined);
  };
  const dropped = useStore(handedFile, (value) => value);
  const takeDropped = useEffectEvent((each: File) => {
    handedFile.set(undefined);
    void take(each);
  });
  useEffect(() => {
    if (dropped) takeDropped(dropped);
  }, [dropped]);
  return (
    <Paper bg="transparent" p="md" style={{ border: '2px dashed var(--mantine-color-default-border)' }}>
      <Stack gap="sm">
        {list !== undefined ? (
          <Taken text={`Members of “${listName ?? ''}”`} remove="Take something else" onRemove={leaveList} />
        ) : file ? (
          <Taken
            text={`${file.name} · ${formatBytes(file.size)}`}
            remove="Remove the file"
            onRemove={() => setFile(undefined)}
          />
        ) : (
          <Textarea
            label="Companies"
            description="One a line: a name, a domain or an e-mail address. A table copied from a spreadsheet keeps its columns."
            placeholder={'Goldhof, goldhof.example\nJane Doe <jane@acme.com>\nexample.org'}
            value={text}
            onChange={({ currentTarget: { value } }) => {
              setText(value);
              if (value === '') setName(undefined);
            }}
            autosize
            minRows={5}
            maxRows={14}
            spellCheck={false}
          />
        )}
        {list === undefined && (
          <Group gap="xs">
            <FileButton onChange={(chosen) => void take(chosen)} accept=".csv,.tsv,.txt,.ndjson,.jsonl,.gz">
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  size="compact-sm"
                  leftSection={<UploadIcon aria-hidden />}
                >
                  Choose a file
                </Button>
              )}
            </FileButton>
            <Text size="sm" c="dimmed">
              or drop a CSV or NDJSON file on any page
            </Text>
            {!file && text === '' && <Example onLoad={setText} />}
            <Text size="sm" role="status">
              {!file && rows.length > 0 && counted(rows.length, 'row', 'rows')}
            </Text>
          </Group>
        )}
        <Radio.Group
          aria-label="What to do with it"
          value={kind}
          onChange={(value) => setKind(value as JobKind)}
        >
          <Group gap="8px 20px">
            {kinds.map((each) => (
              <Radio key={each} value={each} label={JOB_KINDS[each]} />
            ))}
          </Group>
        </Radio.Group>
        {kind === 'ADD_TO_LIST' && (
          <SearchSelect label="List to add to" search={searchTargets} value={target} onChange={setTarget} />
        )}
        {share === undefined ? (
          <Group gap="sm">
            <Button
              disabled={isEmpty || (kind === 'ADD_TO_LIST' && !target)}
              onClick={() =>
                void send(kind, source, { target: kind === 'ADD_TO_LIST' ? target?.value : undefined, name })
              }
            >
              {list === undefined ? 'Upload and match' : 'Match the members'}
            </Button>
            <Text size="sm" c="dimmed">
              Nothing is charged yet.
            </Text>
          </Group>
        ) : (
          <Group gap="sm">
            <Progress value={100 * share} w={240} aria-label={`Uploading: ${formatShare(share)}`} />
            <Text size="sm">Uploading: {formatShare(share)}</Text>
            <Button variant="default" size="compact-sm" onClick={stop}>
              Stop the upload
            </Button>
          </Group>
        )}
        {error !== undefined && <Problem error={error} />}
      </Stack>
    </Paper>
  );
}

/** What the job will have, with a button that takes it back. */
function Taken({ text, remove, onRemove }: { text: string; remove: string; onRemove: () => void }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <FileTextIcon width={18} height={18} aria-hidden />
      <UserText text={text} fw={600} />
      <Button variant="subtle" size="compact-sm" onClick={onRemove} flex="none">
        {remove}
      </Button>
    </Group>
  );
}

/** Finds lists to which the caller may add. */
function searchTargets(text: string) {
  const variables = { search: text === '' ? undefined : text };
  return {
    queryKey: [...queryKey(EditableListsDocument, variables), 'options'],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { lists } = await request(EditableListsDocument, variables, { signal });
      const own = lists?.edges.filter(({ node }) => node.accessLevel !== 'VIEWER') ?? [];
      return { values: own.map(({ node }) => ({ value: String(node.listId), label: node.name })) };
    },
  };
}

function Example({ onLoad }: { onLoad: (text: string) => void }) {
  const domains = useExampleCompanies().map(({ primaryDomain }) => primaryDomain);
  if (domains.length === 0) return null;
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => onLoad(domains.join('\n'))}>
      Load three domains of the catalogue
    </Button>
  );
}

/** Decodes a file as the service does: UTF-16 by its mark, and what is not UTF-8 as Windows-1252. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder().decode(bytes);
  return text.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : text;
}

/** Returns the text of a file without a header, whose lines are read as if they were pasted; undefined for other files. */
async function textOf(file: File): Promise<string | undefined> {
  if (file.size > TEXT_BYTES) return undefined;
  const text = await file.arrayBuffer().then(decode, () => '');
  return file.name.endsWith('.txt') || beginsWithData(text) ? text : undefined;
}
