import { CompanyDataError } from '../../../api/client.ts';
import type { ServiceFault } from '../../../filter/faults.ts';

/** Returns the faults of a definition that the service refused; undefined for other failures. */
export function faultsOf(error: Error): ServiceFault[] | undefined {
  if (!(error instanceof CompanyDataError) || error.code !== 'invalid_definition') return undefined;
  return error.errors.map(({ pointer, code, message, allowed, did_you_mean }) => ({
    pointer,
    message,
    ...(code === undefined ? {} : { code }),
    ...(Array.isArray(allowed) ? { allowed: allowed.map(String) } : {}),
    ...(Array.isArray(did_you_mean) ? { did_you_mean: did_you_mean.map(String) } : {}),
  }));
}
