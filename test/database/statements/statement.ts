import type { Way } from './find-sites.ts';
import type { RowType } from './row-types.ts';

/** A statement of src/ as it is sent. */
export interface Statement {
  /** Path below src/. */
  file: string;
  /** Function that sends it. */
  owner: string;
  way: Way;
  /** Whether it is sent as an object, which may have a name, or as a text alone. */
  form: 'config' | 'text';
  /** Name under which connections prepare it. */
  name?: string;
  text: string;
  /** Whether it depends on what only a caller knows, and no example says: `text` is then the expression in the source. */
  open: boolean;
  /** Type that node-postgres gives to times. */
  times: 'Date' | 'string';
  row?: RowType;
}

/** The domain, or the other folder of src/, that a file belongs to. */
export function moduleOf(file: string): string {
  return /^(?:modules\/)?([\w-]+)/.exec(file)?.[1] ?? file;
}
