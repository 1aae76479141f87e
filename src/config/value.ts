import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';
import { textIn } from '../lib/json.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a setting as text, or what is wrong with it. Unset and empty are the same. */
type SettingText = { value: string | undefined } | { fault: string };

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

/** A name of up to two wrong letters is taken for a setting. Shorter names would resemble variables of other programs. */
const [MAX_WRONG_LETTERS, MIN_LENGTH] = [2, 7];

/**
 * Beginnings that no other program's variables have. Any variable that begins so is meant for this service, however much
 * the rest differs.
 */
const OWN_PREFIXES = ['OIDC_'];

/** Names that other programs and libraries have for a setting. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  OIDC_ISSUER_URL: 'OIDC_ISSUER',
  OIDC_ISSUER_URI: 'OIDC_ISSUER',
  OIDC_DISCOVERY_URL: 'OIDC_ISSUER',
  OIDC_PROVIDER: 'OIDC_ISSUER',
  OIDC_PROVIDER_URL: 'OIDC_ISSUER',
  OIDC_URL: 'OIDC_ISSUER',
  OIDC_CLIENT: 'OIDC_CLIENT_ID',
  OIDC_SECRET: 'OIDC_CLIENT_SECRET',
  OIDC_NAME: 'OIDC_LABEL',
  OIDC_PROVIDER_NAME: 'OIDC_LABEL',
};

/** Returns a warning for each variable that looks like a setting and is none. */
export function findMisspelled(variables: readonly string[], names: readonly string[]): string[] {
  return variables.flatMap((variable) => {
    const name = variable.replace(/_FILE$/, '');
    if (names.includes(name)) return [];
    const upper = name.toUpperCase();
    const meant = OTHER_NAMES[upper] ?? nearest(upper, names);
    if (meant !== undefined) return `${variable} is no setting and has no effect; ${meant} is one`;
    const prefix = OWN_PREFIXES.find((each) => upper.startsWith(each));
    if (prefix === undefined) return [];
    const own = names.filter((each) => each.startsWith(prefix));
    return `${variable} is no setting and has no effect; those of its kind are ${own.join(', ')}`;
  });
}

/** Returns the setting with the fewest different letters, if they are few enough. */
function nearest(name: string, names: readonly string[]): string | undefined {
  const candidates = names
    .filter((each) => each.length >= MIN_LENGTH)
    .map((each) => ({ each, wrong: distance(name, each) }))
    .filter(({ wrong }) => wrong <= MAX_WRONG_LETTERS);
  return candidates.sort((a, b) => a.wrong - b.wrong)[0]?.each;
}
