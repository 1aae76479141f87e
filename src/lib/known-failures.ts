import { propertyOf, textIn } from './json.ts';

const NO_TRUST =
  'its certificate is signed by nobody known here; name the file of its CA with sslrootcert in DATABASE_URL';
const LOST = 'it broke the connection off; try again';

/**
 * Failures of the database server that operators can mend, by SQLSTATE (PostgreSQL manual, appendix A) or its class, and by
 * the codes of system errors. "It" is the server. `$` stands for the message of the server.
 */
const OF_DATABASE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start PostgreSQL or correct DATABASE_URL',
  ENOENT: 'there is no such socket; start PostgreSQL or correct DATABASE_URL',
  EACCES: 'its socket is closed to this user',
  ENOTFOUND: 'the host name is unknown; correct DATABASE_URL',
  EAI_AGAIN: 'the host name cannot be looked up right now; try again, or name an address in DATABASE_URL',
  ETIMEDOUT: 'it does not answer; look whether it runs, and whether a firewall lies in between',
  EHOSTUNREACH: 'there is no route to it; look at the network, or correct DATABASE_URL',
  ENETUNREACH: 'there is no route to it; look at the network, or correct DATABASE_URL',
  ECONNRESET: LOST,
  ECONNABORTED: LOST,
  EPIPE: LOST,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NO_TRUST,
  SELF_SIGNED_CERT_IN_CHAIN: NO_TRUST,
  DEPTH_ZERO_SELF_SIGNED_CERT: NO_TRUST,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NO_TRUST,
  CERT_HAS_EXPIRED: 'its certificate has expired; renew it',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host name; name the host as the certificate does',
  '08': LOST,
  '25006': 'it takes no changes, because it is a standby or read-only; let DATABASE_URL lead to the primary',
  '28000': 'it refuses this user; correct DATABASE_URL or its pg_hba.conf',
  '28P01': 'the password is wrong; correct DATABASE_URL',
  '3D000': 'the database does not exist; create it or correct DATABASE_URL',
  '40001': 'another transaction changed the same rows; try again',
  '40P01': 'two transactions waited for each other, and it rolled this one back; try again',
  '42501':
    'this user lacks a right ($); grant it (guide: Operations, "Your own PostgreSQL"), or run the command as the owner of the tables',
  '53': 'it has run out of a resource ($); give it more, then try again',
  '53100': 'its disk is full; free space there, then try again',
  '53200': 'it has run out of memory; give it more or lower its work_mem, then try again',
  '53300': 'it has no connection left; lower DATABASE_POOL_SIZE or raise its max_connections',
  '54': 'a limit of PostgreSQL is exceeded ($)',
  '55P03': 'a lock was not free in time; look in pg_locks who holds it, or try again later',
  '57014': 'it cancelled a statement ($); try again, with a higher statement_timeout if it has one',
  '57P01': 'it is shutting down, or an administrator ended the connection; try again in a moment',
  '57P02': 'it crashed and is recovering; try again in a moment, and look into its log',
  '57P03': 'it is starting up or shutting down; try again in a moment',
  '57P': 'it ended the connection ($); try again',
  '58': 'its disk or operating system fails ($); look into its log before anything else is written',
  XX001: 'its data is damaged ($); restore the last backup (guide: Operations, "Disasters")',
  XX002: 'an index is damaged ($); run REINDEX on it, or restore the last backup',
};

/** Prisma's codes for a server that cannot be reached, or does not answer. */
const OF_PRISMA = /^P(1001|1002|1008|1017|2024)$/;

/** Failures of files that operators can mend, by the codes of system errors. */
const OF_FILE: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENXIO: 'is a socket, or a device that is not there',
  ENOSPC: 'the disk is full; free space, then try again',
  EDQUOT: 'the disk quota of this user is used up; free space, then try again',
  EFBIG: 'the file would be larger than allowed here; see ulimit -f',
  EROFS: 'the file system is read-only; name a folder elsewhere',
  EMFILE: 'too many files are open; raise the limit (ulimit -n)',
  ENFILE: 'too many files are open on this machine; raise fs.file-max',
  EIO: 'the disk fails; look into the log of the system',
};

/** Failures of the driver that have no code. */
const WITHOUT_CODE: readonly (readonly [RegExp, string])[] = [
  [/client password must be a string/, 'it wants a password; put it into DATABASE_URL'],
  [
    /^(timeout expired|timeout exceeded when trying|Query read timeout|Connection (terminated|ended)|Client has encountered a connection error)/,
    'it does not answer, or broke the connection off',
  ],
];

/** How many levels of causes are examined: drivers wrap errors. */
const MAX_DEPTH = 6;

/** Yields an error with those that caused it, outermost first, as node-postgres, Prisma and Node.js nest them. */
export function* causesOf(error: unknown, depth = 0): Generator<object> {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return;
  yield error;
  const errors = propertyOf(error, 'errors');
  const inner = ['cause', 'originalError', 'thrownValue', 'meta', 'driverAdapterError'].map((key) =>
    propertyOf(error, key),
  );
  for (const each of [...inner, ...(Array.isArray(errors) ? errors : [])]) yield* causesOf(each, depth + 1);
}

/** A failure that operators can mend. */
interface KnownFailure {
  /** Whether the database failed; otherwise a file did. */
  isDatabase: boolean;
  /** Path of the file, as far as it is known. */
  path: string | undefined;
  /** One line that says what is wrong and what to do next. It has no stack and no secret. */
  reason: string;
}

/** Recognizes a failure in an error, or in one that caused it. */
export function knownFailure(error: unknown): KnownFailure | undefined {
  for (const each of causesOf(error)) {
    const found = recognize(each);
    if (found) return found;
  }
  return undefined;
}

function recognize(error: object): KnownFailure | undefined {
  const message = (textIn(error, 'originalMessage') ?? textIn(error, 'message') ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const code = textIn(error, 'originalCode') ?? textIn(error, 'code');
  const ofFile = code === undefined || textIn(error, 'syscall') === 'connect' ? undefined : OF_FILE[code];
  if (ofFile !== undefined) return { isDatabase: false, path: textIn(error, 'path'), reason: ofFile };
  const reason =
    code === undefined ? reasonWithoutCode(message) : reasonOfDatabase(code)?.replace('$', () => message);
  return reason === undefined ? undefined : { isDatabase: true, path: undefined, reason };
}

function reasonOfDatabase(code: string): string | undefined {
  if (OF_PRISMA.test(code)) return OF_DATABASE.ETIMEDOUT;
  const known = OF_DATABASE[code];
  if (known !== undefined || !/^[0-9A-Z]{5}$/.test(code)) return known;
  return OF_DATABASE[code.slice(0, 3)] ?? OF_DATABASE[code.slice(0, 2)];
}

function reasonWithoutCode(message: string): string | undefined {
  return WITHOUT_CODE.find(([pattern]) => pattern.test(message))?.[1];
}

/** Describes a failure that operators can mend in one line; undefined for any other. */
export function describeFailure(error: unknown): string | undefined {
  const failure = knownFailure(error);
  if (failure === undefined) return undefined;
  const { isDatabase, path, reason } = failure;
  if (isDatabase) return `cannot use the database: ${reason}`;
  return path === undefined ? reason : `${path}: ${reason}`;
}
