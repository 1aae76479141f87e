import type { OwnFieldType } from '../../../src/modules/fields/own-field.ts';

/** How a file writes values: as texts of its country, or with the types that JSON has. */
export interface Style {
  number(value: number, decimals: number): unknown;
  day(iso: string): unknown;
  flag(value: boolean): unknown;
  list(entries: readonly string[]): unknown;
}

/** German spreadsheets. */
export const GERMAN: Style = {
  number: (value, decimals) =>
    value.toLocaleString('de-DE', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  day: (iso) => iso.split('-').reverse().join('.'),
  flag: (value) => (value ? 'Yes' : 'No'),
  list: (entries) => entries.join('|'),
};

export const ENGLISH: Style = {
  number: (value, decimals) =>
    value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  day: (iso) => `${iso}T10:30:00Z`,
  flag: (value) => (value ? 'true' : 'false'),
  list: (entries) => `{${entries.join(',')}}`,
};

export const TYPED: Style = {
  number: (value, decimals) => Number(value.toFixed(decimals)),
  day: (iso) => iso,
  flag: (value) => value,
  list: (entries) => entries,
};

interface Column {
  header: string;
  cell(row: number, style: Style): unknown;
  /** Key and type that `fields suggest` proposes; undefined for a column that a built-in field has. */
  guess?: [part: string, type: OwnFieldType | 'list', options?: { isNumberText?: boolean }];
}

const pick = <T>(values: readonly T[], row: number): T => values[row % values.length] as T;
const pad = (value: number, length: number) => String(value).padStart(length, '0');
const NUMBER = { isNumberText: true };
const number = (header: string, part: string, of: (row: number) => number, decimals = 0): Column => ({
  header,
  cell: (row, style) => style.number(of(row), decimals),
  guess: [part, 'number', NUMBER],
});
const category = (header: string, part: string, values: readonly string[]): Column => ({
  header,
  cell: (row) => pick(values, row),
  guess: [part, 'category'],
});
const day = (header: string, part: string): Column => ({
  header,
  cell: (row, style) =>
    row % 7 === 3 ? '' : style.day(`202${row % 6}-${pad(1 + (row % 12), 2)}-${pad(1 + (row % 28), 2)}`),
  guess: [part, 'date'],
});
const flag = (header: string, part: string): Column => ({
  header,
  cell: (row, style) => style.flag(row % 3 === 0),
  guess: [part, 'boolean'],
});
const text = (header: string, part: string, of: (row: number) => string): Column => ({
  header,
  cell: (row) => of(row),
  guess: [part, 'text'],
});
const link = (header: string, part: string, host: string): Column => ({
  header,
  cell: (row) => (row % 10 === 9 ? '' : `https://${host}.example/company/c${row}`),
  guess: [part, 'url'],
});
const builtIn = (header: string, of: (row: number) => unknown): Column => ({ header, cell: of });

/** Forty columns of a CRM, as a stranger exports them. */
export const FORTY: readonly Column[] = [
  builtIn('Company Name', (row) => `Orbit ${row}`),
  builtIn('Website URL', (row) => `https://orbit${row}.example`),
  builtIn('Branche', (row) => pick(['Logistics', 'Energy'], row)),
  builtIn('No. of Employees', (row) => pick(['51-200', '11-50'], row)),
  builtIn('Billing Country', () => 'Germany'),
  builtIn('Year Founded', (row) => String(1990 + row)),
  builtIn('Investors', () => 'Orvane Capital;Two'),
  number('Annual Revenue (EUR)', 'annual_revenue_eur', (row) => 1_200_000 + row * 1234.5, 2),
  number('EBITDA', 'ebitda', (row) => (row - 15) * 1000.25, 2),
  number('Lead Score', 'lead_score', (row) => row % 5),
  number('openPositions', 'open_positions', (row) => row * 3),
  number('Growth in %', 'growth_in', (row) => row / 10 + 0.1, 1),
  number('Fiscal Year', 'fiscal_year', (row) => 7 + (row % 4)),
  category('Stadt', 'stadt', ['Ulm', 'München', 'Köln']),
  category('Straße', 'strasse', ['Am Ring 1', 'Am Ring 2']),
  category('Category', 'category', ['A', 'B', 'C']),
  category('Lifecycle  Stage', 'lifecycle_stage', ['Lead', 'Customer', 'n/a']),
  category('Owner', 'owner', ['ada@crm.example', 'bob@crm.example']),
  category('Funding: "Round", #1', 'funding_round_1', ['Seed', 'Series A', '- key: x']),
  category('2nd Tier', 'field_2nd_tier', ['gold', 'silver']),
  category('Город', 'field', ['Омск', 'Тверь']),
  category(
    'a_very_long_header_that_goes_on_and_on_and_on_beyond_every_key',
    'a_very_long_header_that_goes_on_and_on_a',
    ['x', 'y'],
  ),
  category('custom.region', 'region', ['North', 'South']),
  category('PLZ', 'plz', ['01067', '80331', '20095']),
  category('SIC Code', 'sic_code', ['7372', '4911']),
  category('Phone', 'phone', ['+49 89 123 456', '+49 30 987 654']),
  category('Tax No', 'tax_no', ['0012', '0451']),
  day('Last Contact', 'last_contact'),
  day('Contract End', 'contract_end'),
  flag('Is Customer', 'is_customer'),
  flag('GDPR OK?', 'gdpr_ok'),
  text('Notes', 'notes', (row) => (row === 2 ? `Long. ${'x'.repeat(300)}` : 'called twice')),
  text('CRM ID', 'crm_id', (row) => `crm-${pad(row * 7919, 8)}`),
  text('Description', 'description', (row) => `Builds "thing ${row}",\nand ships it; quickly`),
  link('LinkedIn', 'linked_in', 'linkedin'),
  link('Crunchbase Page', 'crunchbase_page', 'crunchbase'),
  {
    header: 'Tags',
    cell: (row, style) => style.list(pick([['SaaS', 'Cloud'], ['AI'], ['Cloud', 'Data', 'AI']], row)),
    guess: ['tags', 'list'],
  },
  builtIn('org.score', () => '5'),
  builtIn('Empty', () => ''),
  builtIn('', () => 'x'),
];
