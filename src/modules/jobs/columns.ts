import { domainIn } from '../../lib/domain-name.ts';
import { invalidValue } from '../../lib/fault.ts';
import { unguard } from '../../lib/formula-guard.ts';
import { isWithin, MAX_FILE_COLUMNS, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { textKey } from '../../lib/text-key.ts';
import { findCountry } from '../catalogue/countries.ts';
import type { Declaration } from '../fields/declarations.ts';
import { guessNumberFormats } from '../fields/guess-shapes.ts';
import type { NumberFormat } from '../fields/own-field.ts';
import { readStated } from '../fields/read-value.ts';
import { keysByColumn } from '../import/own-columns.ts';
import { guessFields, plainName } from '../import/suggest/guess-fields.ts';
import type { SampleColumn } from '../import/suggest/sample.ts';
import { cutSample } from '../import/suggest/suggest.ts';
import { type ColumnField, isOwnFieldKey, type JobColumn } from './job.ts';

/** Bounds of the sample by which fields are guessed. */
const SAMPLE = { rows: 200, characters: 256 * 1024 };
const MAX_NAME_LENGTH = 1_000;

/** The columns of a file, in their order, with values of its first rows. */
export class SampledColumns {
  readonly #names = new Set<string>();
  readonly columns: SampleColumn[] = [];
  #rows = 0;
  #characters = 0;

  /**
   * Adds the next column. A name that an earlier column has gets `_2`.
   *
   * @returns its position.
   * @throws Fault validation_error for a column too many, and for a name that is too long.
   */
  add(given: string): number {
    const index = this.columns.length;
    if (index === MAX_FILE_COLUMNS)
      throw invalidValue('', `the file has over ${MAX_FILE_COLUMNS} columns; remove those that nobody needs`);
    if (given.length > MAX_NAME_LENGTH)
      throw invalidValue('', `column ${index + 1} has a name of over ${MAX_NAME_LENGTH} characters`);
    const name = uniqueName(clean(given) || `column_${index + 1}`, this.#names);
    this.#names.add(name);
    this.columns.push({ name, values: [], raw: [] });
    return index;
  }

  /** Keeps the values of a row, if it is one of the first. */
  sample(cells: readonly unknown[]): void {
    if (this.#rows === SAMPLE.rows || this.#characters > SAMPLE.characters) return;
    this.#rows += 1;
    for (const [index, cell] of cells.entries()) {
      const text = typeof cell === 'string' ? cell.trim() : cell === null ? '' : JSON.stringify(cell);
      if (text === '') continue;
      this.#characters += text.length;
      this.columns[index]?.values.push(text);
      this.columns[index]?.raw.push(cell);
    }
  }
}

/** Returns the name, or the name with the first of `_2`, `_3` … that is not taken. */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
  let unique = name;
  for (let number = 2; taken.has(unique); number += 1) unique = `${name}_${number}`;
  return unique;
}

/** Removes what PostgreSQL cannot store. */
function clean(name: string): string {
  return name.replaceAll('\0', '').trim().toWellFormed();
}

/** Returns up to three different values, for people. */
function samplesOf({ values }: SampleColumn): string[] {
  return [...new Set(values.map((value) => cutSample(value).toWellFormed()))].slice(0, 3);
}

/** Share of the values from which on a column has a field without being named after it. */
const NEARLY_ALL = 0.8;
/** Share of the values below which a column is named after a field and has something else. */
const HALF = 0.5;
/**
 * Values of a column by which its field is guessed: those of a column say the same after a few. A file of 500 columns has fewer for each,
 * since all are tried in one turn of the event loop.
 */
const GUESSED_BY = { each: 50, atLeast: 5, together: 2_500 };
/** Confidence in a name alone, in values alone, and in both. */
const TRUST = { name: 0.6, values: 0.8, both: 0.95 };

const EMAIL_NAME = /(?:^|_)e?_?mail(?:_|$)/;
const URL_NAME = /(?:^|_)(?:url|link|homepage|website|webseite|site)(?:_|$)/;
const REF_NAMES =
  `ref reference external_id external_ref crm_id account_id record_id company_id customer_id row_id
  client_id lead_id id key`.split(/\s+/);

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
/** The pattern would take quadratic time of a cell of 1 MiB. */
const isEmail = (value: string) => isWithin(value, TEXT_LIMITS.email) && EMAIL.test(value);

type Field = NonNullable<JobColumn['field']>;
type Fits = (value: string) => boolean;

/** Tests of values, by the fields that all kinds know. */
const IS: Readonly<Record<ColumnField, Fits>> = {
  domain: (value) => !value.includes('@') && domainIn(value).domain !== undefined,
  url: (value) => !value.includes('@') && domainIn(value).domain !== undefined,
  email: isEmail,
  name: (value) => /\p{L}/u.test(value) && !isEmail(value),
  country: (value) => findCountry(value) !== undefined,
  ref: () => true,
};

/** A column whose field is not known yet. */
interface FreeColumn extends SampleColumn {
  index: number;
  plain: string;
  numberFormat: NumberFormat | undefined;
}

/**
 * Guesses which fields the columns of a file have, each at most one: by their names and by the values of a sample.
 *
 * @param own fields of the organization that columns can have as well.
 */
export function guessColumns(columns: readonly SampleColumn[], own: readonly Declaration[]): JobColumn[] {
  const { each, atLeast, together } = GUESSED_BY;
  const values = Math.max(atLeast, Math.min(each, Math.floor(together / columns.length)));
  const sampled = columns.map((column) => ({ ...column, values: column.values.slice(0, values) }));
  const formats = guessNumberFormats(sampled);
  const guesser = new Guesser(
    sampled.map((column, index) => ({
      ...column,
      index,
      plain: plainName(column.name),
      numberFormat: formats[index],
    })),
    own,
  );
  const found = guesser.guess();
  return columns.map((column, index) => {
    const { field = null, confidence = 0 } = found.get(index) ?? {};
    const numberFormat = formats[index];
    return {
      ...{ index, name: column.name, samples: samplesOf(column), field, confidence },
      ...(numberFormat && { numberFormat }),
    };
  });
}

class Guesser {
  readonly #columns: readonly FreeColumn[];
  readonly #own: readonly Declaration[];
  readonly #found = new Map<number, { field: Field; confidence: number }>();

  constructor(columns: readonly FreeColumn[], own: readonly Declaration[]) {
    this.#columns = columns;
    this.#own = own;
  }

  guess() {
    this.#takeOwn();
    this.#takeEmails();
    this.#takeNamed();
    this.#takeAddresses();
    for (const name of REF_NAMES)
      this.#take(
        'ref',
        this.#free().find(({ plain }) => plain === name),
        true,
      );
    return this.#found;
  }

  #free(): FreeColumn[] {
    return this.#columns.filter(({ index }) => !this.#found.has(index));
  }

  #has(field: Field): boolean {
    return [...this.#found.values()].some((each) => each.field === field);
  }

  /**
   * Takes columns that are called after fields of the organization, which were declared on purpose. They are taken whatever they
   * have: a value that the field cannot have is reported with its row, and a column that was left out would be lost in silence.
   */
  #takeOwn(): void {
    const names = keysByColumn(this.#own);
    for (const { key, label } of this.#own) if (!names.has(textKey(label))) names.set(textKey(label), key);
    const byKey = new Map(this.#own.map((field) => [field.key, field]));
    for (const column of this.#columns) {
      const declared = byKey.get(names.get(textKey(column.name)) ?? '');
      if (!declared || !isOwnFieldKey(declared.key) || this.#has(declared.key)) continue;
      const share = shareOf(column, (value) => isValueOf(declared, column, value));
      this.#keep(declared.key, column, true, share);
    }
  }

  #takeEmails(): void {
    const named = this.#columns.find(({ plain }) => EMAIL_NAME.test(plain));
    this.#take('email', named, true);
    this.#take(
      'email',
      this.#free().find((column) => areNearlyAll(column, IS.email)),
      false,
    );
  }

  /** Takes columns that are called as the fields of import files are. */
  #takeNamed(): void {
    const nameless = this.#free().map((column) => ({ ...column, values: [] }));
    const of = (columns: readonly FreeColumn[], field: string) =>
      columns[guessFields('companies', columns).get(field) ?? -1];
    // Beside a column of companies, "name" is that of a person.
    const name =
      of(
        nameless.filter(({ plain }) => plain !== 'name'),
        'name',
      ) ?? of(nameless, 'name');
    this.#take('name', this.#original(name), true);
    this.#take('country', this.#original(of(nameless, 'country')), true);
    for (let left = nameless; ; ) {
      const address = this.#original(of(left, 'primary_domain'));
      if (address === undefined) return;
      this.#take(this.#addressField(address), address, true);
      left = left.filter(({ index }) => index !== address.index);
    }
  }

  #original(column: FreeColumn | undefined): FreeColumn | undefined {
    return column && this.#columns[column.index];
  }

  /** Takes columns of domains and of addresses, whatever they are called. */
  #takeAddresses(): void {
    for (const column of this.#free())
      if (areNearlyAll(column, IS.domain)) this.#take(this.#addressField(column), column, false);
  }

  /** Tells domains from addresses of pages. Both lead to a company, so the second column gets what the first left. */
  #addressField({ values, plain }: FreeColumn): ColumnField {
    const paths = values.filter((value) => value.includes('/')).length;
    const isUrl = values.length > 0 ? paths >= values.length * HALF : URL_NAME.test(plain);
    if (isUrl) return this.#has('url') ? 'domain' : 'url';
    return this.#has('domain') ? 'url' : 'domain';
  }

  /** Gives a column a field, unless the field has a column, or the values are something else. */
  #take(field: ColumnField, column: FreeColumn | undefined, isNamed: boolean): void {
    if (column === undefined || this.#has(field) || this.#found.has(column.index)) return;
    const share = shareOf(column, IS[field]);
    if (share >= HALF) this.#keep(field, column, isNamed, share);
  }

  #keep(field: Field, { index, values }: FreeColumn, isNamed: boolean, share: number): void {
    const trust = values.length === 0 ? TRUST.name : isNamed ? TRUST.both : TRUST.values;
    this.#found.set(index, { field, confidence: Math.round(trust * share * 100) / 100 });
  }
}

/** Returns a field with the format of a column's numbers: the one that it declares, else the one that the column shows. */
export function inColumn(
  field: Declaration,
  { numberFormat }: { numberFormat?: NumberFormat | undefined },
): Declaration {
  return { ...field, numberFormat: field.numberFormat ?? numberFormat ?? null };
}

function isValueOf(field: Declaration, column: FreeColumn, value: string): boolean {
  const read = readStated(inColumn(field, column), unguard(value));
  return read === undefined || 'value' in read;
}

/** Returns the share of the values that pass; 1 without values, which contradict nothing. */
function shareOf({ values }: FreeColumn, fits: Fits): number {
  return values.length === 0 ? 1 : values.filter(fits).length / values.length;
}

/** Whether a column has values, nearly all of which pass. */
function areNearlyAll(column: FreeColumn, fits: Fits): boolean {
  return column.values.length > 0 && shareOf(column, fits) >= NEARLY_ALL;
}
