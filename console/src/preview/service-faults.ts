import { CompanyDataError } from '../api/client.ts';
import type { ServiceFault } from '../filter/faults.ts';

/** Returns the faults of a definition that the service refused; undefined for other failures. */
export function faultsOf(error: unknown): ServiceFault[] | undefined {
  const isRefused = error instanceof CompanyDataError && error.code === 'invalid_definition';
  return isRefused && error.errors.length > 0 ? error.errors.map(toFault) : undefined;
}

function toFault({ pointer, code, message, ...details }: CompanyDataError['errors'][number]) {
  const { allowed, did_you_mean, path } = details;
  return {
    pointer,
    message,
    ...(code !== undefined && { code }),
    ...(Array.isArray(allowed) && { allowed: allowed.map(String) }),
    ...(Array.isArray(did_you_mean) && { did_you_mean: did_you_mean.map(String) }),
    ...(Array.isArray(path) && { path: path.map(Number) }),
  } satisfies ServiceFault;
}
