import { Readable } from 'node:stream';
import { organizationOf } from './principal.ts';
import { OperationScope } from './request-context.ts';

/**
 * Streams a file that is read while it is sent, which may take hours. Destroying the stream, and aborting the signal, cancel the
 * statements that run in its scope.
 *
 * @param open returns the pieces of the file, which are read in the scope.
 * @param signal ends the stream with its reason as the error.
 * @param onEnd called once, when the stream closes.
 */
export function streamFile(
  organizationId: number,
  open: (scope: OperationScope) => AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
  onEnd: () => void,
): Readable {
  const scope = new OperationScope(organizationOf(organizationId));
  const stream = Readable.from(open(scope), { objectMode: false });
  const abort = () => {
    // Its generator must not wait for a statement.
    scope.stop(signal.reason);
    stream.destroy(signal.reason);
  };
  signal.addEventListener('abort', abort);
  stream.once('close', () => {
    signal.removeEventListener('abort', abort);
    scope.stop(new Error('nobody reads the file'));
    onEnd();
  });
  return stream;
}
