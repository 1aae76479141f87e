/** What an import file holds, in the order in which the kinds depend on each other (contract, section 8). */
export const IMPORT_KINDS = ['technologies', 'companies', 'company_technologies', 'partnerships'] as const;

export type ImportKind = (typeof IMPORT_KINDS)[number];

const DATA_FILE = /\.(ndjson|jsonl)(\.gz)?$/i;
const SUFFIXES = /(\.(ndjson|jsonl|json|txt))?(\.gz)?$/i;
/** @returns the kind of that name, or undefined when there is none. */
export function parseKind(name: string): ImportKind | undefined {
  return IMPORT_KINDS.find((kind) => kind === name);
}

/**
 * Tells the kind by the file's name: `companies.ndjson`, `2026-03_companies.ndjson.gz`, `company-technologies.jsonl`.
 *
 * @returns undefined when the name holds no kind, or more than one.
 */
export function kindOfFile(fileName: string): ImportKind | undefined {
  const stem = fileName.replace(SUFFIXES, '').toLowerCase().replaceAll('-', '_');
  const found = IMPORT_KINDS.filter((kind) => holdsKind(stem, kind));
  return found.length === 1 ? found[0] : undefined;
}

function holdsKind(stem: string, kind: ImportKind): boolean {
  // "company_technologies" is no file of technologies.
  const text = kind === 'technologies' ? stem.replaceAll('company_technologies', '') : stem;
  return text.includes(kind);
}

/** Whether a file met in a folder is meant to be imported: anything else there is passed over. */
export function isDataFile(fileName: string): boolean {
  return DATA_FILE.test(fileName) && kindOfFile(fileName) !== undefined;
}
