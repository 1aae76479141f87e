import { formatOfFile, stemOfFile } from './formats/format.ts';

/** Kinds of import files. Each kind refers to earlier ones only (contract, section 8). */
export const IMPORT_KINDS = ['technologies', 'companies', 'company_technologies', 'partnerships'] as const;

export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * Finds the kind in a file name, such as `2026-03_companies.ndjson.gz` or `company-technologies.csv`.
 *
 * @returns undefined when the name contains no kind, or several.
 */
export function kindOfFile(fileName: string): ImportKind | undefined {
  const stem = stemOfFile(fileName).toLowerCase().replaceAll('-', '_');
  // "company_technologies" contains "technologies".
  const rest = stem.replaceAll('company_technologies', '');
  const found = IMPORT_KINDS.filter((kind) => (kind === 'technologies' ? rest : stem).includes(kind));
  return found.length === 1 ? found[0] : undefined;
}

/** Tells whether a file of a folder is imported. Other files are skipped. */
export function isDataFile(fileName: string): boolean {
  return formatOfFile(fileName) !== undefined && kindOfFile(fileName) !== undefined;
}
