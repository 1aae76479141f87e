import { readFileSync } from 'node:fs';
import { textIn } from '../lib/property.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a setting as text, or what is wrong with it. Unset and empty are the same. */
export type SettingText = { value: string | undefined } | { fault: string };

/**
 * Reads the text of a setting: that of the variable, or the content of the file that the variable with `_FILE` names.
 * Secrets that are mounted as files stay out of the environment, which child processes and crash reports show. White space
 * around the content does not count, because editors end files with a new line.
 */
export function readSettingText(env: Environment, name: string): SettingText {
  const value = env[name] || undefined;
  const fileVariable = `${name}_FILE`;
  const path = env[fileVariable] || undefined;
  if (path === undefined) return { value };
  // The SDK of OpenTelemetry reads its variables itself.
  if (name.startsWith('OTEL_')) return { fault: `${fileVariable} has no effect: set ${name} itself` };
  if (value !== undefined) return { fault: `${name} and ${fileVariable} are both set: unset one of them` };
  try {
    const content = readFileSync(path, 'utf8').trim();
    // A secret that was not mounted yet must not become the default, such as the embedded database.
    return content === '' ? { fault: `${fileVariable} names an empty file` } : { value: content };
  } catch (error) {
    return { fault: `${fileVariable} names a file that cannot be read: ${textIn(error, 'code')}` };
  }
}
