import { StartupError } from '../../lib/fault.ts';

/** Reads an option that has one of some values. @throws StartupError for any other value */
export function readImportOption<T extends string>(
  option: string,
  values: readonly T[],
  given: string | undefined,
): T | undefined {
  const value = values.find((each) => each === given);
  if (given === undefined || value !== undefined) return value;
  throw new StartupError(`${option} must be one of ${values.join(', ')}, not "${given}"`);
}
