import { errorsOf, networkError, unexpectedAnswer } from '../../../clients/typescript/src/errors.ts';
import { currentSession, refuseSession } from './session.ts';

interface UploadOptions {
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Receives the share of the body that was sent, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Posts a file, or nothing, to a path of the REST API. The browser adds the session. Unlike `fetch`, this tells the progress.
 *
 * @returns the JSON of the answer.
 * @throws CompanyDataError; the reason of the signal after it was aborted.
 */
export async function upload(path: string, file: Blob | null, options: UploadOptions): Promise<unknown> {
  const { headers, signal, onProgress } = options;
  const { number } = currentSession();
  const request = new XMLHttpRequest();
  request.open('POST', path);
  request.responseType = 'json';
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
  const abort = () => request.abort();
  signal.addEventListener('abort', abort);
  await new Promise((resolve) => {
    request.onloadend = resolve;
    request.send(file);
  });
  signal.removeEventListener('abort', abort);
  const { status, response: json } = request;
  if (status === 0) throw networkError(undefined, signal);
  if (status === 401) refuseSession(number);
  if (status < 300) return json;
  const lines = request.getAllResponseHeaders().trim().split(/\r\n/);
  const answered = new Response(null, {
    status,
    headers: lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  });
  throw errorsOf(answered, json)[0] ?? unexpectedAnswer(answered);
}
