import { readLimitSettings } from './config/limits.ts';
import { readObservabilitySettings } from './config/observability.ts';
import { readServerSettings } from './config/server.ts';
import type { ReadSetting } from './config/setting.ts';
import { readStorageSettings } from './config/storage.ts';
import { type Environment, readSettingText } from './config/value.ts';
import { StartupError } from './lib/fault.ts';

export type Config = ReturnType<typeof readConfig>;

export type OperationLimits = Config['operationLimits'];

/**
 * Reads and checks all settings. Only this function reads the environment; each setting has its name, default, range and
 * meaning in one place under config/.
 *
 * @throws StartupError that names every fault, one a line.
 */
export function readConfig(env: Environment) {
  const faults: string[] = [];
  const read: ReadSetting = (name, rule) => {
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
  const server = readServerSettings(read);
  const config = {
    ...server,
    ...readStorageSettings(read, server.processes),
    ...readObservabilitySettings(read),
    ...readLimitSettings(read, server.processes),
  };
  if (faults.length > 0) throw new StartupError(`invalid settings:\n  ${faults.join('\n  ')}`);
  return config;
}
