import { builder, inheritsAccess, innerType } from '../../graphql/builder.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { defineNodes, inOrder } from '../../graphql/nodes.ts';
import type { Operator } from '../access/operators.ts';
import type { Finding } from '../doctor/finding.ts';
import type { ImportRun } from '../import/history.ts';
import type { FileReport } from '../import/importer.ts';
import type { ImportKind } from '../import/kinds.ts';
import type { ImportPhase, ImportProgress } from '../import/progress.ts';
import type { ImportProblem } from '../import/upload/queries.ts';
import type { ImportUploads } from '../import/upload/service.ts';
import type { InstallationService, InstalledOrganization } from './service.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    installation: InstallationService;
    importUploads: ImportUploads;
  }
}

/** Modules add fields for operators. The operator is the proof that their services ask for. */
export const InstallationRef = innerType<Operator>('Installation', {
  description:
    'What operators see of the installation and all its organizations. It never includes lists, partners or other data of an organization.',
});

export const InstalledOrganizationRef = builder.objectRef<InstalledOrganization>('InstalledOrganization');

defineNodes<InstalledOrganization>(InstalledOrganizationRef, async (ids, { user, services }) =>
  user
    ? inOrder(ids, await services.installation.findOrganizations(user, ids), ({ id }) => id)
    : ids.map(() => null),
);

builder.node(InstalledOrganizationRef, {
  description:
    'An organization as operators of the installation see it: how much it has, but none of its data.',
  extensions: inheritsAccess,
  id: { resolve: ({ id }) => id, description: 'Global id. Only operators can use it.' },
  isTypeOf: (value): value is InstalledOrganization =>
    typeof value === 'object' && value !== null && '_count' in value,
  fields: (t) => ({
    organizationId: t.exposeInt('id', { description: 'Numeric id, which the command line shows as well.' }),
    name: t.exposeString('name', { description: 'Name of the organization, unique.' }),
    creditBalance: t.expose('creditBalance', {
      type: 'SafeInt',
      description: 'Current balance, in credits.',
    }),
    userCount: t.field({
      type: 'SafeInt',
      description: 'Number of its users, including disabled users.',
      resolve: ({ _count }) => _count.users,
    }),
    keyCount: t.field({
      type: 'SafeInt',
      description: 'Number of its API keys that requests may use, including personal keys.',
      resolve: ({ _count }) => _count.apiKeys,
    }),
    listCount: t.field({
      type: 'SafeInt',
      description: 'Number of its lists.',
      resolve: ({ _count }) => _count.lists,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
});

const states = defineEnum<Finding['state']>('InstallationCheckState', {
  description: 'Result of a check of the installation.',
  values: {
    ok: 'Nothing needs to be done.',
    warning: 'It works, but should be changed.',
    failure: 'Something is broken, or will break.',
  },
});

export const InstallationCheckRef = innerType<Finding>('InstallationCheck', {
  description: 'A check of the installation with its result.',
  fields: (t) => ({
    check: t.exposeString('check', { description: 'Name of the check, such as `disk`.' }),
    state: t.field(states.field('Result of the check.', ({ state }: Finding) => state)),
    message: t.exposeString('message', { description: 'The finding in words.' }),
    remedy: t.exposeString('remedy', {
      nullable: true,
      description: 'Advice; null if nothing needs to be done.',
    }),
  }),
});

const statuses = defineEnum<ImportRun['state']>('CatalogueImportStatus', {
  description: 'Whether an import runs, or how it ended.',
  values: {
    running: 'The import runs.',
    finished: 'The import has stored its files.',
    refused:
      'A guard such as `--max-rejects` refused the import. Nothing was stored; `error` has the reason.',
    failed: 'The import failed. `error` has the reason.',
    interrupted: 'The process ended without a result.',
    receiving: 'The file arrives.',
    queued: 'The file waits for its import.',
    trying: 'The file is tried, and nothing of it is stored.',
    tried: 'The file was tried. `applyImport` stores it, for seven days.',
    expired: 'The file was tried, and is no longer kept.',
  },
});

const kinds = defineEnum<ImportKind>('ImportKind', {
  description: 'Kind of the rows of a file.',
  values: {
    technologies: 'Technologies.',
    companies: 'Companies.',
    company_technologies: 'Detections of technologies at companies.',
    partnerships: 'Partnerships of companies.',
  },
});

const ImportProblemRef = innerType<ImportProblem>('ImportProblem', {
  description: 'A row that was rejected, or a warning about a row.',
  fields: (t) => ({
    line: t.expose('line', { type: 'SafeInt', description: 'Line or row in the file.' }),
    level: t.exposeString('level', { description: '`rejected` or `warning`.' }),
    field: t.string({
      nullable: true,
      description: 'Field that it is about; null for the row.',
      resolve: ({ field }) => field ?? null,
    }),
    reason: t.exposeString('reason', { description: 'What is wrong.' }),
    row: t.exposeString('row', { description: 'The row, at most 2,000 characters.' }),
  }),
});

const phases = defineEnum<ImportPhase>('ImportPhase', {
  description: 'Phase of a file in an import.',
  values: {
    reading: 'The import reads the file.',
    merging: 'The import merges the rows into the catalogue.',
    indexing: 'The import updates the filter index.',
  },
});

const ImportedFileRef = innerType<FileReport>('ImportedFile', {
  description: 'Report of one file of an import.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path on the machine of the import.' }),
    kind: t.field(kinds.field('Kind of its rows.', ({ kind }: FileReport) => kind)),
    rows: t.expose('rows', { type: 'SafeInt', description: 'Rows that were read.' }),
    accepted: t.expose('accepted', { type: 'SafeInt', description: 'Rows that were accepted.' }),
    rejected: t.expose('rejected', { type: 'SafeInt', description: 'Rows that were rejected.' }),
    warnings: t.expose('warnings', { type: 'SafeInt', description: 'Warnings about accepted rows.' }),
    refused: t.boolean({
      description: 'Whether the file was not stored, because fewer than half of its rows were accepted.',
      resolve: ({ refused }) => refused ?? false,
    }),
    renamed: t.field({
      type: 'SafeInt',
      description: 'Companies whose primary domain changed.',
      resolve: ({ renamed }) => renamed ?? 0,
    }),
    merged: t.field({
      type: 'SafeInt',
      description: 'Companies that were merged into another one.',
      resolve: ({ merged }) => merged ?? 0,
    }),
    mergedRows: t.field({
      type: 'SafeInt',
      description:
        'Rows that were ignored, because a later row of the file has their primary domain and another name.',
      resolve: ({ merged_rows }) => merged_rows ?? 0,
    }),
    retired: t.field({
      type: 'SafeInt',
      description: 'Rows removed from the catalogue.',
      resolve: ({ retired }) => retired ?? 0,
    }),
    rejectsFile: t.exposeString('rejects_file', {
      nullable: true,
      description:
        'Path of the list of rejected rows and warnings; null if there are none, and for a file that was sent.',
    }),
  }),
});

const ImportProgressRef = innerType<ImportProgress>('ImportProgress', {
  description: 'Progress of an import.',
  fields: (t) => ({
    file: t.exposeInt('file', { description: 'Position of the current file, from 1.' }),
    files: t.exposeInt('files', { description: 'Number of files.' }),
    path: t.exposeString('path', { description: 'Path of the current file.' }),
    kind: t.field(kinds.field('Kind of its rows.', ({ kind }: ImportProgress) => kind)),
    phase: t.field(phases.field('Current phase of the file.', ({ phase }: ImportProgress) => phase)),
    rows: t.expose('rows', { type: 'SafeInt', description: 'Rows of the file that were read.' }),
    rowsPerSecond: t.exposeInt('rows_per_second', {
      nullable: true,
      description:
        'Rows read per second over the last ten seconds. Null unless the import is reading the file.',
    }),
    secondsLeft: t.exposeInt('seconds_left', {
      nullable: true,
      description: 'Seconds until the file is read; null while that is unknown.',
    }),
  }),
});

export const CatalogueImportRef = builder.objectRef<ImportRun>('CatalogueImport');

defineNodes<ImportRun>(CatalogueImportRef, async (ids, { user, services }) =>
  user
    ? inOrder(ids, await services.installation.findImports(user, ids), ({ import_id }) => import_id)
    : ids.map(() => null),
);

builder.node(CatalogueImportRef, {
  description:
    'A run of the command `import`, which fills the catalogue, or a file that an operator sent to be imported. The last 1000 runs are kept.',
  extensions: inheritsAccess,
  id: { resolve: (run) => run.import_id, description: 'Global id. Only operators can use it.' },
  isTypeOf: (value): value is ImportRun =>
    typeof value === 'object' && value !== null && 'import_id' in value,
  fields: (t) => ({
    importId: t.exposeInt('import_id', { description: 'Numeric id, which `catalogue status` shows.' }),
    status: t.field(
      statuses.field('Whether the import runs, or how it ended.', ({ state }: ImportRun) => state),
    ),
    paths: t.exposeStringList('paths', { description: 'Files and folders, as given to the command.' }),
    options: t.field({
      type: 'JSON',
      description: 'Options of the command, by their names in snake_case, such as `max_rejects`.',
      resolve: ({ options }) => options,
    }),
    startedAt: t.expose('started_at', { type: 'DateTime', description: 'When the import began.' }),
    finishedAt: t.expose('finished_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When the import ended; null while it runs, and for an interrupted one.',
    }),
    durationSeconds: t.exposeFloat('seconds', {
      description: 'Duration in seconds. For an interrupted import, until its last recorded progress.',
    }),
    files: t.expose('files', {
      type: [ImportedFileRef],
      description: 'Reports of the files checked or stored so far.',
    }),
    progress: t.expose('progress', {
      type: ImportProgressRef,
      nullable: true,
      description: 'Progress of a running or interrupted import; null otherwise.',
    }),
    dryRun: t.exposeBoolean('dry_run', {
      description:
        'Whether a file that was sent is tried only. False once it is applied, and for the command.',
    }),
    problems: t.expose('problems', {
      type: [ImportProblemRef],
      description: 'First 100 rejected rows and warnings of a file that was sent; none for the command.',
    }),
    rejectsUrl: t.string({
      nullable: true,
      description:
        'Path of the file with all rejected rows and warnings, for 30 days; null without any, and for the command.',
      resolve: ({ import_id, has_rejects }) =>
        has_rejects ? `/v1/installation/imports/${import_id}/rejects` : null,
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why the import or one of its files was refused or failed; null otherwise.',
    }),
  }),
});
