import { counted } from '../lib/text.ts';
import { countRetired, readCatalogueState } from '../modules/catalogue/service.ts';
import { type ImportRun, readRuns } from '../modules/import/history.ts';
import { describeFile, printable } from './import-output.ts';
import { print, withTools } from './terminal.ts';

/** Prints size and freshness of the catalogue, and the last imports, newest first. */
export async function showCatalogueStatus(options: { json?: boolean; limit: number }): Promise<void> {
  const [state, retired, imports] = await withTools(({ database: { pool } }) =>
    Promise.all([readCatalogueState(pool), countRetired(pool), readRuns(pool, options)]),
  );
  const status = {
    companies: state.companyCount,
    technologies: state.technologyCount,
    detections: state.detectionCount,
    partnerships: state.partnershipCount,
    retired_companies: retired.companies,
    merged_companies: retired.merged,
    retired_technologies: retired.technologies,
    as_of: state.asOf?.toISOString() ?? null,
    updated_at: state.updatedAt?.toISOString() ?? null,
    imported_at: state.importedAt?.toISOString() ?? null,
    index_version: state.indexVersion,
    imports,
  };
  print(options.json, status, describeStatus(status));
}

interface Status {
  companies: number;
  technologies: number;
  detections: number;
  partnerships: number;
  retired_companies: number;
  merged_companies: number;
  retired_technologies: number;
  as_of: string | null;
  updated_at: string | null;
  index_version: number;
  imports: readonly ImportRun[];
}

function describeStatus(status: Status): string[] {
  const companies = (count: number) => counted(count, 'company', 'companies');
  const technologies = (count: number) => counted(count, 'technology', 'technologies');
  const { as_of, updated_at, index_version, imports } = status;
  return [
    [
      companies(status.companies),
      technologies(status.technologies),
      counted(status.detections, 'detection'),
      counted(status.partnerships, 'partnership'),
    ].join(', '),
    `retired: ${companies(status.retired_companies)}, ${technologies(status.retired_technologies)}; merged: ${companies(status.merged_companies)}`,
    [
      as_of === null ? 'no observations yet' : `as of ${as_of}`,
      updated_at === null ? 'never changed' : `changed ${updated_at}`,
      `index version ${index_version}`,
    ].join(', '),
    '',
    ...(imports.length === 0 ? ['no imports yet'] : ['imports, newest first:']),
    ...imports.flatMap(describeRun),
  ];
}

function describeRun(run: ImportRun): string[] {
  const { import_id, state, started_at, seconds, paths, options, files, progress, error } = run;
  const request = [...paths, ...Object.entries(options).map(describeOption)].join(' ');
  const details = [
    ...files.flatMap(describeFile),
    ...(progress === null
      ? []
      : [
          `${progress.path} (${progress.kind}): ${state === 'running' ? 'is' : 'was'} ${progress.phase}, ${counted(progress.rows, 'row')} read`,
        ]),
    ...(error === null ? [] : [`reason: ${error}`]),
  ];
  return [
    `#${import_id} ${state}, ${started_at}, ${seconds.toFixed(1)} s: ${request}`,
    ...details.map((line) => `  ${line}`),
  ].map(printable);
}

/** Spells a stored option as on the command line. */
function describeOption([name, value]: [string, ImportRun['options'][string]]): string {
  const option = `--${name.replaceAll('_', '-')}`;
  return value === true ? option : `${option} ${value}`;
}
