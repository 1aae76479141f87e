import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { errorsOf, networkError, unexpectedAnswer } from '../../../../../clients/typescript/src/errors.ts';
import { randomId } from '../../../../../clients/typescript/src/random-id.ts';
import { CompanyDataError, fetchSignedIn } from '../../../api/client.ts';
import { request } from '../../../api/hooks.ts';
import { currentSession } from '../../../api/session.ts';
import { readWork, removeWork, writeWork } from '../../../api/storage.ts';
import {
  ExportAsJobDocument,
  ExportMembersDocument,
  type ExportMembersMutation,
  type JobResultFormat,
  type MemberTier,
} from '../../../generated/graphql.ts';
import { chooseTarget, csvName, type FileTarget } from '../../../lib/save-file.ts';

export type Receipt = NonNullable<ExportMembersMutation['exportList']>;

export interface ExportChoice {
  /** Undefined: all tiers. */
  tier: MemberTier | undefined;
  bom: boolean;
  /** Keys of own fields that are columns. */
  fields: readonly string[];
  /** Format of the file that a job makes; undefined: CSV is downloaded now. */
  format: JobResultFormat | undefined;
  /** Price that was shown, in credits. */
  price: number;
}

/** Steps of an export. From `downloading` on it is paid for, and downloads are free. */
export type ExportStep =
  | { step: 'choosing'; error?: unknown }
  | { step: 'paying' }
  | { step: 'downloading'; receipt: Receipt; bytes: number }
  | { step: 'stopped'; receipt: Receipt; error?: unknown }
  | { step: 'done'; receipt: Receipt; bytes: number };

/** Milliseconds between two announcements of the progress. */
const PROGRESS_MS = 100;

/** Exports a list: asks for a file, pays once, and downloads. */
export function useExport(listId: string, listName: string) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<ExportStep>({ step: 'choosing' });
  const control = useRef<AbortController>(undefined);

  const download = async (receipt: Receipt, target: FileTarget) => {
    control.current = new AbortController();
    const { signal } = control.current;
    let bytes = 0;
    let shown = 0;
    const onBytes = (total: number) => {
      bytes = total;
      if (Date.now() - shown < PROGRESS_MS) return;
      shown = Date.now();
      setState({ step: 'downloading', receipt, bytes });
    };
    setState({ step: 'downloading', receipt, bytes });
    try {
      const stream = await openDownload(receipt.url, signal);
      await target.write(stream, { name: receipt.fileName, signal, onBytes }).catch((cause: unknown) => {
        throw networkError(cause, signal);
      });
      setState({ step: 'done', receipt, bytes });
    } catch (error) {
      setState({ step: 'stopped', receipt, ...(!signal.aborted && { error }) });
    }
  };

  const attempt = async (run: () => Promise<void>) => {
    setState({ step: 'paying' });
    await run().catch((error: unknown) => setState({ step: 'choosing', error }));
  };

  const start = async (choice: ExportChoice) => {
    if (choice.format) return attempt(() => startJob(choice));
    const target = await chooseTarget(csvName(listName));
    if (!target) return;
    await attempt(async () => {
      const receipt = await pay(listId, choice);
      // The balance in the header and the activity have changed.
      void cache.invalidateQueries();
      await download(receipt, target);
    });
  };

  /** Makes a job that pays no more than what was shown, and opens its page. */
  const startJob = async ({ tier, fields, format, price }: ExportChoice) => {
    const input = {
      ...{ listId, maxCredits: price, ...(format && { format }), ...(tier && { tier }) },
      ...(fields.length > 0 && { fields: [...fields] }),
    };
    const { createExportJob } = await payOnce(JSON.stringify(['job', input]), (idempotencyKey) =>
      request(ExportAsJobDocument, { input }, { idempotencyKey }),
    );
    setState({ step: 'choosing' });
    const jobId = String(createExportJob?.job.jobId);
    await navigate({ to: '/app/files/$jobId', params: { jobId } });
  };

  const again = async (receipt: Receipt) => {
    const target = await chooseTarget(receipt.fileName);
    if (target) await download(receipt, target);
  };

  return {
    state,
    start,
    again,
    cancel: () => control.current?.abort(),
    reset: () => setState({ step: 'choosing' }),
  };
}

async function pay(listId: string, { tier, bom, fields }: ExportChoice): Promise<Receipt> {
  const input = { listId, bom, ...(tier && { tier }), ...(fields.length > 0 && { fields: [...fields] }) };
  const { exportList } = await payOnce(JSON.stringify(['export', input]), (idempotencyKey) =>
    request(ExportMembersDocument, { input }, { idempotencyKey }),
  );
  // The service reports an export without a result as an error.
  if (!exportList) throw new TypeError('The answer has no export.');
  return exportList;
}

/**
 * Opens a file of this service.
 *
 * @returns the bytes as a stream.
 * @throws CompanyDataError; the reason of the signal after it was aborted.
 */
async function openDownload(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await fetchSignedIn(path, { signal, cache: 'no-store' }).catch((cause: unknown) => {
    throw networkError(cause, signal);
  });
  if (response.ok && response.body) return response.body;
  const json: unknown = await response.json().catch(() => undefined);
  throw errorsOf(response, json)[0] ?? unexpectedAnswer(response);
}

/** Replies to a key are kept by the service for a day. */
const KEPT_MS = 23 * 3_600_000;

/** Failures after which nothing was charged. The next attempt is another request, and needs another key. */
const REFUSALS: readonly string[] = [
  'insufficient_credits',
  'credit_limit_reached',
  'insufficient_access',
  'list_not_found',
  'definition_conflict',
  'export_expired',
  'validation_error',
  'idempotency_key_reused',
  'idempotency_response_lost',
];

/**
 * Pays for something once, however often it is tried. The key of the request is kept in the browser until the service
 * answered, also over a reload.
 *
 * @param purpose names the thing that is paid for; equal requests have equal names.
 */
async function payOnce<T>(purpose: string, pay: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const place = `payment:${currentSession().userId}:${purpose}`;
  const stored = await readWork<{ key: string; at: number }>(place);
  const isKept = stored !== undefined && Date.now() - stored.at < KEPT_MS;
  const { key } = isKept ? stored : { key: `export-${randomId()}` };
  // A browser that stores nothing loses the key with a reload alone.
  if (!isKept) await writeWork(place, { key, at: Date.now() }).catch(() => undefined);
  try {
    const paid = await pay(key);
    await removeWork(place).catch(() => undefined);
    return paid;
  } catch (error) {
    if (!isUncertain(error)) await removeWork(place).catch(() => undefined);
    throw error;
  }
}

/** Tells whether a failed payment may have been made: no answer arrived, or the service is still at it. */
export function isUncertain(error: unknown): boolean {
  return !(error instanceof CompanyDataError && REFUSALS.includes(error.code));
}
