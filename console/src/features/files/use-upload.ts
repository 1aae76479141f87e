import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { randomId } from '../../../../clients/typescript/src/random-id.ts';
import { upload } from '../../api/upload.ts';
import type { JobKind } from '../../generated/graphql.ts';
import { type PastedRow, toNdjson } from '../../lib/pasted-text.ts';

/** Characters that the name of a job cannot have, such as the joiners of emoji. */
const INVISIBLE = /\p{C}/gu;

/** A file, the rows of a pasted text, or the members of a list. */
type Source = File | readonly PastedRow[] | { listId: number };

/** Sends a file as a job, and opens the page of the job. The same file sent again after a failure makes no second job. */
export function useUpload() {
  const navigate = useNavigate();
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<unknown>();
  const control = useRef<AbortController>(undefined);
  const last = useRef<{ path: string; source: Source; key: string }>(undefined);
  // Nobody would see the job of an upload whose page was left.
  useEffect(() => () => control.current?.abort(), []);

  /** @param target list to which the companies are added. @param name of the file whose rows these are. */
  const send = async (
    kind: JobKind,
    source: Source,
    { target, name }: { target?: string | undefined; name?: string | undefined } = {},
  ) => {
    const { current } = last;
    const from = 'listId' in source ? `&source_list_id=${source.listId}` : '';
    const to = target === undefined ? '' : `&list_id=${target}`;
    const shown = ((source instanceof File ? source.name : name) ?? '').replace(INVISIBLE, ' ').trim();
    const named = shown === '' || from !== '' ? '' : `&name=${encodeURIComponent(shown)}`;
    const path = `/v1/jobs?kind=${kind.toLowerCase()}${from}${to}${named}`;
    const isSame = current?.path === path && (from !== '' || current.source === source);
    const { key } = isSame ? current : { key: randomId() };
    last.current = { path, source, key };
    control.current = new AbortController();
    const { signal } = control.current;
    setError(undefined);
    setShare(0);
    try {
      const headers = { 'Idempotency-Key': key, ...headersOf(source) };
      const body = bodyOf(source);
      const answer = await upload(path, body, { headers, signal, onProgress: setShare });
      const { job_id: jobId } = answer as { job_id: number };
      await navigate({ to: '/app/files/$jobId', params: { jobId: String(jobId) } });
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    }
    setShare(undefined);
  };

  return { share, error, send, stop: () => control.current?.abort() };
}

function bodyOf(source: Source): Blob | null {
  if (source instanceof File) return source;
  return 'listId' in source ? null : new Blob([toNdjson(source)]);
}

function headersOf(source: Source): Record<string, string> {
  if ('listId' in source) return {};
  const name = source instanceof File ? source.name.toLowerCase() : '.ndjson';
  const type = /\.(?:ndjson|jsonl)(?:\.gz)?$/.test(name) ? 'application/x-ndjson' : 'text/csv';
  return { 'Content-Type': type, ...(name.endsWith('.gz') && { 'Content-Encoding': 'gzip' }) };
}
