import type { ReactNode } from 'react';
import { type Catalogue, findField } from '../../../filter/catalogue.ts';
import { conditionsOf, type Definition } from '../../../filter/definition.ts';
import { countryName, formatNumber } from '../../../lib/format.ts';
import type { SampleCompany } from '../../../preview/preview-request.ts';
import { PlainText } from '../../../ui/plain-text.tsx';

/** A column of the first matches: a field, and what a company has there. */
export interface SampleColumn {
  key: string;
  label: string;
  cell: (company: SampleCompany) => ReactNode;
}

/** Fields of which the preview has the values, in the order of the columns. */
const CELLS: Readonly<Record<string, SampleColumn['cell']>> = {
  employee_range: ({ firmographics }) => firmographics.employeeRange,
  country: ({ firmographics: { country } }) => country && <PlainText text={countryName(country)} />,
  industry: ({ firmographics: { industry } }) => industry && <PlainText text={industry} />,
  founded_year: ({ firmographics }) => firmographics.foundedYear,
  technology_count: ({ firmographics }) => formatNumber(firmographics.technologyCount),
  partnership_count: ({ partnershipCount }) => formatNumber(partnershipCount),
};
const USUAL: readonly string[] = ['employee_range', 'country', 'industry'];

/** Returns the keys of the columns for a filter: the fields that it names, then the usual ones. */
export function columnKeys({ root }: Definition): readonly string[] {
  const named = [...conditionsOf(root)].map(({ field }) => field).filter((field) => field in CELLS);
  return [...new Set([...named, ...USUAL])];
}

/** Returns the columns with these keys. */
export function columnsOf(catalogue: Catalogue, keys: readonly string[]): SampleColumn[] {
  return keys.flatMap((key) => {
    const cell = CELLS[key];
    return cell ? [{ key, label: findField(catalogue, key)?.label ?? key, cell }] : [];
  });
}
