import { errorsOf, networkError, unexpectedAnswer } from '../../../clients/typescript/src/errors.ts';
import { reportReachable, reportUnreachable } from './reachability.ts';
import { currentSession, refuseSession } from './session.ts';

/**
 * Opens a file of this service with the key in a header, so that no address holds it.
 *
 * @returns the bytes as a stream.
 * @throws CompanyDataError; the reason of the signal after it was aborted.
 */
export async function openDownload(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const { key } = currentSession();
  const headers = { 'X-API-Key': key ?? '' };
  const response = await fetch(path, { headers, signal, cache: 'no-store' }).catch((cause: unknown) => {
    if (!signal.aborted) reportUnreachable();
    throw networkError(cause, signal);
  });
  if (response.status === 401 && key !== undefined) refuseSession(key);
  if (response.status === 503) reportUnreachable();
  else reportReachable();
  if (response.ok && response.body) return response.body;
  const json: unknown = await response.json().catch(() => undefined);
  throw errorsOf(response, json)[0] ?? unexpectedAnswer(response);
}

/** Error of a download that broke after it had begun. @throws the reason of the signal after it was aborted */
export const downloadBroke = networkError;
