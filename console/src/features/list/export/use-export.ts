import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorsOf, networkError, unexpectedAnswer } from '../../../../../clients/typescript/src/errors.ts';
import { fetchSignedIn } from '../../../api/client.ts';
import { request } from '../../../api/hooks.ts';
import {
  ExportMembersDocument,
  type ExportMembersMutation,
  type MemberTier,
} from '../../../generated/graphql.ts';
import { chooseTarget, csvName, type FileTarget } from '../../../lib/save-file.ts';
import { payOnce } from './payment-key.ts';

export type Receipt = NonNullable<ExportMembersMutation['exportList']>;

export interface ExportChoice {
  /** Undefined: all tiers. */
  tier: MemberTier | undefined;
  bom: boolean;
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
        throw downloadBroke(cause, signal);
      });
      setState({ step: 'done', receipt, bytes });
    } catch (error) {
      setState({ step: 'stopped', receipt, ...(!signal.aborted && { error }) });
    }
  };

  const start = async ({ tier, bom }: ExportChoice) => {
    const target = await chooseTarget(csvName(listName));
    if (!target) return;
    setState({ step: 'paying' });
    try {
      const receipt = await pay(listId, { tier, bom });
      // The balance in the header and the activity have changed.
      void cache.invalidateQueries();
      await download(receipt, target);
    } catch (error) {
      setState({ step: 'choosing', error });
    }
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

async function pay(listId: string, { tier, bom }: ExportChoice): Promise<Receipt> {
  const input = { listId, bom, ...(tier && { tier }) };
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

/** Error of a download that broke after it had begun. @throws the reason of the signal after it was aborted */
const downloadBroke = networkError;
