import { databaseReason } from '../../database/errors.ts';
import { StartupError } from '../../lib/fault.ts';
import { describeFailure } from '../../lib/known-failures.ts';
import { textIn } from '../../lib/property.ts';

const COMPRESSION_FAULTS: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'the gzip data ends too early',
  Z_DATA_ERROR: 'the gzip data is damaged',
};

/** Codes of server shutdowns and connection failures (PostgreSQL manual, appendix A, classes 57P and 08). */
const LOST_CONNECTION = /^(57P0|08|ECONN|EPIPE)/;
const LOST_WITHOUT_CODE = /^(Connection terminated|Client has encountered a connection error)/;

/**
 * Throws a StartupError of one line that names the file.
 *
 * @param failure action that failed, such as "cannot be created"; undefined for reading.
 */
export function failFile(path: string, error: unknown, failure?: string): never {
  if (error instanceof StartupError) throw error;
  const subject = failure === undefined ? path : `${path} ${failure}`;
  const text = COMPRESSION_FAULTS[textIn(error, 'code') ?? ''] ?? databaseReason(error);
  throw new StartupError(`${subject}: ${text}`, { cause: error });
}

/** Throws a StartupError of one line for a failure that operators can mend, and any other error unchanged. */
export function failImport(path: string, error: unknown): never {
  if (error instanceof StartupError) throw error;
  const code = textIn(error, 'code');
  const isLost =
    code === undefined ? LOST_WITHOUT_CODE.test(textIn(error, 'message') ?? '') : LOST_CONNECTION.test(code);
  const text = isLost ? 'the connection to the database was lost' : describeFailure(error);
  if (text === undefined) throw error;
  throw new StartupError(`${path}: ${text}; nothing of the file was imported`, { cause: error });
}
