import { StartupError } from '../lib/fault.ts';
import { textIn } from '../lib/property.ts';

/** SQLSTATE of a lock that was not free in time (PostgreSQL manual, appendix A). */
export const LOCK_NOT_AVAILABLE = '55P03';

const NO_TRUST =
  'its certificate is signed by nobody known here; name the file of its CA with sslrootcert in DATABASE_URL';

const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start PostgreSQL or correct DATABASE_URL',
  ENOENT: 'there is no such socket; start PostgreSQL or correct DATABASE_URL',
  EACCES: 'its socket is closed to this user',
  ENOTFOUND: 'the host name is unknown; correct DATABASE_URL',
  EAI_AGAIN: 'the host name cannot be looked up right now',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  ECONNRESET: 'it broke the connection off',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NO_TRUST,
  SELF_SIGNED_CERT_IN_CHAIN: NO_TRUST,
  DEPTH_ZERO_SELF_SIGNED_CERT: NO_TRUST,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NO_TRUST,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host name; name the host as the certificate does',
  '28P01': 'the password is wrong; correct DATABASE_URL',
  '28000': 'it refuses this user; correct DATABASE_URL or its pg_hba.conf',
  '3D000': 'the database does not exist; create it or correct DATABASE_URL',
  '53300': 'it has no connection left; lower DATABASE_POOL_SIZE or raise its max_connections',
  '57P03': 'it is starting up or shutting down; try again in a moment',
};

/** Returns the code of a system error or of PostgreSQL (SQLSTATE). */
export function errorCode(error: unknown): string | undefined {
  return textIn(error, 'code');
}

/** Describes a failed connection or statement in one line. node-postgres puts no secret into its messages. */
export function databaseReason(error: unknown): string {
  const advice = ADVICE[errorCode(error) ?? ''];
  if (advice !== undefined) return advice;
  const text = reason(error);
  if (text.includes('client password must be a string'))
    return 'it wants a password; put it into DATABASE_URL';
  return /timeout|terminated unexpectedly/i.test(text)
    ? 'it does not answer, or broke the connection off'
    : text;
}

export function reason(error: unknown): string {
  return (textIn(error, 'message') || String(error)).replace(/\s+/g, ' ').trim();
}

/** Runs `work`. @throws StartupError in one line: that of `work`, or `failure` and what went wrong. */
export async function attempt<T>(failure: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`${failure}: ${reason(error)}`, { cause: error });
  }
}
