import { databaseReason } from '../../database/errors.ts';
import { redact } from '../../lib/text.ts';

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

const result = (state: Result['state'], message: string): Result => ({ state, message: redact(message) });

export const ok = (message: string): Result => result('ok', message);
export const warning = (message: string, remedy: string): Result => ({
  ...result('warning', message),
  remedy,
});
export const failure = (message: string, remedy: string): Result => ({
  ...result('failure', message),
  remedy,
});

/** Runs a check, or several. One that cannot be carried out is a failure, and the others go on. */
export async function attemptCheck(
  check: string,
  remedy: string,
  work: () => Promise<Result | readonly Finding[]>,
): Promise<readonly Finding[]> {
  const found = await work().catch((error: unknown) => failure(databaseReason(error), remedy));
  return 'state' in found ? [{ check, ...found }] : found;
}
