import { databaseReason } from '../../database/errors.ts';

/** `failure`: something is broken or will break. `warning`: it works, but should be changed. */
export interface Result {
  state: 'ok' | 'warning' | 'failure';
  message: string;
  /** Advice; absent if nothing needs to be done. */
  remedy?: string;
}

/** Result of one check, which `check` names. */
export interface Finding extends Result {
  check: string;
}

export const ok = (message: string): Result => ({ state: 'ok', message });
export const warning = (message: string, remedy: string): Result => ({ state: 'warning', message, remedy });
export const failure = (message: string, remedy: string): Result => ({ state: 'failure', message, remedy });

/** Runs a check, or several. One that cannot be carried out is a failure, and the others go on. */
export async function attemptCheck(
  check: string,
  remedy: string,
  work: () => Promise<Result | readonly Finding[]>,
): Promise<readonly Finding[]> {
  const result = await work().catch((error: unknown) => failure(databaseReason(error), remedy));
  return 'state' in result ? [{ check, ...result }] : result;
}
