import { reason } from '../../database/errors.ts';

/** `failure`: something is broken or will break. `warning`: it works, but should be changed. */
export type State = 'ok' | 'warning' | 'failure';

/** Result of one check. */
export interface Finding {
  /** Subject of the check. */
  check: string;
  state: State;
  message: string;
  /** Advice; absent if nothing needs to be done. */
  remedy?: string;
}

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message });
export const warning = (check: string, message: string, remedy: string): Finding => ({
  check,
  state: 'warning',
  message,
  remedy,
});
export const failure = (check: string, message: string, remedy: string): Finding => ({
  check,
  state: 'failure',
  message,
  remedy,
});

/** Runs a check. One that cannot be carried out is a failure, and the others go on. */
export async function attemptCheck(
  check: string,
  remedy: string,
  work: () => Promise<Finding | readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return [await work()].flat();
  } catch (error) {
    return [failure(check, reason(error), remedy)];
  }
}
