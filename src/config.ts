import { readLimitSettings } from './config/limits.ts';
import { readObservabilitySettings } from './config/observability.ts';
import { readServerSettings } from './config/server.ts';
import type { ReadSetting, Setting } from './config/setting.ts';
import { readSignInSettings } from './config/sign-in.ts';
import { readStorageSettings } from './config/storage.ts';
import { type Environment, findMisspelled, readSettingText } from './config/value.ts';
import { StartupError } from './lib/fault.ts';

export type Config = ReturnType<typeof readConfig>;

export type OperationLimits = Config['operationLimits'];

/** Reads all settings, each group by a reader of its own. */
function readGroups(readerOf: (group: string) => ReadSetting) {
  const server = readServerSettings(readerOf('Server and APIs'));
  return {
    ...server,
    ...readSignInSettings(readerOf('Signing in')),
    ...readStorageSettings(readerOf('Database and files'), server.processes),
    ...readObservabilitySettings(readerOf('Log, metrics and traces')),
    ...readLimitSettings(readerOf('Credits, limits and quotas'), server.processes),
  };
}

/**
 * Reads and checks all settings. Only this function reads the environment; each setting has its name, default, range and
 * meaning in one place under config/.
 *
 * @throws StartupError that names every fault, one a line.
 */
export function readConfig(env: Environment) {
  const faults: string[] = [];
  const names: string[] = [];
  const read: ReadSetting = (name, { rule }) => {
    names.push(name);
    const text = readSettingText(env, name);
    if ('fault' in text) {
      faults.push(text.fault);
      return rule.parse(undefined);
    }
    const parsed = rule.safeParse(text.value);
    if (parsed.success) return parsed.data;
    faults.push(...parsed.error.issues.map(({ message }) => `${name} ${message}`));
    // Every rule accepts an unset variable. The default lets reading go on to the next fault.
    return rule.parse(undefined);
  };
  const { signInFaults, signInWithoutEffect, ...config } = readGroups(() => read);
  faults.push(...signInFaults);
  if (faults.length > 0) throw new StartupError(`invalid settings:\n  ${faults.join('\n  ')}`);
  const given = Object.keys(env).filter((name) => env[name]);
  return { ...config, withoutEffect: [...findMisspelled(given, names), ...signInWithoutEffect] };
}

/** A setting as docs/operate/settings.md shows it. */
export interface SettingDescription extends Pick<Setting<unknown>, 'values' | 'unit' | 'fallback'> {
  name: string;
  group: string;
  meaning: string;
}

/** Returns all settings in the order of their declarations, with the defaults of one process. */
export function describeSettings(): SettingDescription[] {
  const settings: SettingDescription[] = [];
  readGroups((group) => (name, { rule, ...shown }, meaning) => {
    settings.push({ name, group, meaning, ...shown });
    return rule.parse(undefined);
  });
  return settings;
}
