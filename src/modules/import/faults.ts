import { z } from 'zod';
import { StartupError } from '../../lib/fault.ts';

/** Common fields of system and PostgreSQL errors. Some come from another realm, so that `instanceof Error` fails. */
const coded = z.object({ code: z.string().catch(''), message: z.string() });

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EISDIR: 'is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'the disk is full',
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
  const { code, message } = describeError(error);
  const text = FILE_FAULTS[code] ?? message;
  throw new StartupError(failure === undefined ? `${path}: ${text}` : `${path} ${failure}: ${text}`, {
    cause: error,
  });
}

/** Throws a StartupError of one line for a lost connection, and any other error unchanged. */
export function failImport(path: string, error: unknown): never {
  const { code, message } = describeError(error);
  if (LOST_CONNECTION.test(code) || (code === '' && LOST_WITHOUT_CODE.test(message))) {
    throw new StartupError(
      `${path}: the connection to the database was lost; nothing of the file was imported`,
      {
        cause: error,
      },
    );
  }
  throw error;
}

function describeError(error: unknown): z.infer<typeof coded> {
  const parsed = coded.safeParse(error);
  return parsed.success ? parsed.data : { code: '', message: String(error) };
}
