import type { Way } from './find-sites.ts';
import type { RowType } from './row-types.ts';

/** A statement of src/ as it is sent. */
export interface Statement {
  /** Path below src/. */
  file: string;
  /** Function that sends it. */
  owner: string;
  way: Way;
  /** Whether it is sent as an object, which may have a name, or as plain text. */
  form: 'config' | 'text';
  /** Name under which connections prepare it. */
  name?: string;
  text: string;
  /** Where it may run, if it says so. */
  runsOn?: string;
  /** Whether it depends on values that only a caller has, without an example. `text` is then the source expression. */
  open: boolean;
  /** Type that node-postgres gives to times. */
  times: 'Date' | 'string';
  row?: RowType;
}

/** The domain, or the other folder of src/, that a file belongs to. */
export function moduleOf(file: string): string {
  return /^(?:modules\/)?([\w-]+)/.exec(file)?.[1] ?? file;
}
