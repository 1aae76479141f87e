import { createReadStream } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { StartupError } from '../../lib/fault.ts';
import { propertyOf, textIn } from '../../lib/json.ts';
import { MAX_FIELD_COLUMNS } from '../../lib/request-limits.ts';
import { counted } from '../../lib/text.ts';
import type { NewField } from './checks.ts';
import { FIELD_TYPES, NUMBER_FORMATS } from './own-field.ts';

/** Size of a file: 500 fields with the longest texts are smaller. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Faults that a message lists. */
const MAX_FAULTS = 10;
/** Path of standard input. */
const STDIN = '-';

const ENTRY = z.strictObject({
  key: z.string(),
  label: z.string(),
  type: z.enum(FIELD_TYPES),
  multiple: z.boolean().optional(),
  unit: z.string().nullish(),
  description: z.string().nullish(),
  columns: z.array(z.string()).max(MAX_FIELD_COLUMNS).optional(),
  number_format: z.enum(NUMBER_FORMATS).nullish(),
});
const FILE = z.strictObject({ fields: z.array(ENTRY).max(1000) });

/**
 * Reads declarations of fields from YAML, as `fields suggest` prints them.
 *
 * @param path `-` for standard input.
 * @throws StartupError for a file that cannot be read, is no YAML or has another shape, and for a key that it has twice.
 */
export async function readFieldsFile(path: string): Promise<NewField[]> {
  const text = await readText(path).catch((error: Error) => {
    throw error instanceof StartupError ? error : new StartupError(`${path}: ${error.message}`);
  });
  let value: unknown;
  try {
    value = parse(text, { logLevel: 'error' });
  } catch (error) {
    const [reason] = (textIn(error, 'message') ?? '').split('\n');
    throw new StartupError(`${path}: is not valid YAML: ${reason?.replace(/:$/, '')}`);
  }
  const { data, error } = FILE.safeParse(value);
  if (error) {
    const faults = error.issues.slice(0, MAX_FAULTS).map((issue) => describeIssue(issue, value));
    const more = error.issues.length - faults.length;
    if (more > 0) faults.push(`and ${counted(more, 'other fault')}`);
    throw new StartupError(`${path}: ${faults.join('; ')}. See: company-data fields suggest`);
  }
  const keys = data.fields.map(({ key }) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) < index);
  if (twice !== undefined) throw new StartupError(`${path}: has ${twice} twice`);
  return data.fields.map(({ number_format, ...field }) => ({ ...field, numberFormat: number_format }));
}

/** Says what is wrong with which field: by its key, or by its place, counted from 1. */
function describeIssue({ path: [list, index, ...rest], message }: z.core.$ZodIssue, file: unknown): string {
  if (list !== 'fields' || typeof index !== 'number') return `${String(list ?? 'the file')}: ${message}`;
  const key = textIn(propertyOf(propertyOf(file, 'fields'), String(index)), 'key');
  return [key ?? `field ${index + 1}`, ...rest.map(String), message].join(': ');
}

async function readText(path: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of path === STDIN ? process.stdin : createReadStream(path)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) throw new StartupError(`${path}: is larger than ${MAX_BYTES} bytes`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
