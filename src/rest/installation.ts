import { z } from 'zod';
import { attachment } from '../lib/http-headers.ts';
import { requireUser } from '../lib/principal.ts';
import { MAX_GRANT, TEXT_LIMITS } from '../lib/request-limits.ts';
import { AT, EXAMPLES } from './examples.ts';
import { MEDIA_TYPES } from './file-formats.ts';
import { pathId, userName, word } from './parameters.ts';
import { route } from './route.ts';

/** What an invitation of an admin adds to their organization. */
const NEW_ADMIN = {
  link: EXAMPLES.Invitation.link,
  expires_at: EXAMPLES.Invitation.expires_at,
  mailed: true,
  admin: { ...EXAMPLES.ManagedUser, role: 'admin' },
};

const IMPORT_ID = pathId('The `import_id` of an import.', 4);

export const GET_IMPORT = route('GetImport', 'GET /installation/imports/:import_id', {
  summary: 'Get an import of the catalogue',
  needsUser: true,
  description:
    'A run, or a file that was sent, with its progress, counts and first 100 problems. Needs an operator of the installation.',
  parameters: { import_id: IMPORT_ID },
  variables: (given) => given,
  example: { ...EXAMPLES.CatalogueImport, warnings: [] },
  errors: ['import_not_found', 'insufficient_access'],
});

export const installation = [
  route('GetInstallationOrganizations', 'GET /installation/organizations', {
    summary: 'Get all organizations of the installation',
    needsUser: true,
    description: 'By `organization_id`. Needs an operator of the installation.',
    errors: ['insufficient_access'],
  }),

  route('GetInstallationOrganization', 'GET /installation/organizations/:organization_id', {
    summary: 'Get an organization of the installation',
    needsUser: true,
    description: 'How much it has, and none of its data. Needs an operator of the installation.',
    parameters: { organization_id: pathId('The `organization_id` of any organization.', 1) },
    variables: (given) => given,
    errors: ['insufficient_access', 'organization_not_found'],
  }),

  route('CreateOrganization', 'POST /installation/organizations', {
    summary: 'Create an organization',
    needsUser: true,
    description:
      'Creates it with its admin and first credits, and a link that signs the admin in once within 72 hours. Where the service sends mail, the admin gets the link by mail, too. Where the OpenID provider alone signs people in, `link` is the address of the service, and there is no `expires_at`. The link is shown only here. Needs an operator of the installation.',
    parameters: {
      name: z.string().meta({
        ...TEXT_LIMITS.organizationName,
        description: 'Name that no other organization has: 1 to 200 characters after trimming.',
        example: EXAMPLES.InstalledOrganization.name,
      }),
      credits: z
        .int()
        .min(0)
        .max(MAX_GRANT)
        .optional()
        .meta({ description: `First credits: 0 to ${MAX_GRANT}. Default: 0.`, example: 500 }),
      admin: z
        .strictObject({
          email: z.string().meta({ ...TEXT_LIMITS.email, description: 'E-mail address, in any case.' }),
          name: userName('Name. Without it, the part of the address before the @').optional(),
        })
        .meta({
          description: 'First user, who is an admin.',
          example: { email: 'ada@acme.example', name: 'Ada' },
        }),
    },
    status: 201,
    headers: {
      Location: ({ createOrganization: { organization } }) =>
        `/v1/installation/organizations/${organization.organization_id}`,
    },
    example: { ...EXAMPLES.InstalledOrganization, ...NEW_ADMIN },
    errors: ['email_taken', 'insufficient_access', 'organization_exists'],
  }),

  route('GrantCredits', 'POST /installation/organizations/:organization_id/credits', {
    summary: 'Add credits to an organization',
    needsUser: true,
    description:
      'Writes an entry into the ledger of the organization, and answers it. Send an `Idempotency-Key`, so that a retry adds nothing. Needs an operator of the installation.',
    parameters: {
      organization_id: pathId('The `organization_id` of any organization.', 1),
      amount: z
        .int()
        .min(1)
        .max(MAX_GRANT)
        .meta({ description: `Credits to add: 1 to ${MAX_GRANT}.`, example: 500 }),
    },
    status: 201,
    headers: { Location: ({ grantCredits }) => `/v1/account/ledger/${grantCredits.entry.entry_id}` },
    example: { entry_id: 9, kind: 'grant', amount: 500, balance_after: 10_499, at: AT, companies: [] },
    errors: ['insufficient_access', 'organization_not_found'],
  }),

  route('GetCatalogueImports', 'GET /installation/imports', {
    summary: 'Get the imports of the catalogue',
    needsUser: true,
    description: 'The last 1000, newest first. Needs an operator of the installation.',
    errors: ['insufficient_access'],
  }),

  GET_IMPORT,

  route('ApplyImport', 'POST /installation/imports/:import_id/apply', {
    summary: 'Import a file that was tried',
    needsUser: true,
    description:
      'Imports the file of a dry run without a second upload, under the same rules. Needs an operator of the installation.',
    parameters: { import_id: IMPORT_ID },
    variables: (given) => given,
    status: 202,
    example: { ...EXAMPLES.CatalogueImport, warnings: [] },
    errors: ['import_not_found', 'import_status_conflict', 'insufficient_access'],
  }),

  route('DownloadImportRejects', 'GET /installation/imports/:import_id/rejects', {
    summary: 'Download the rejected rows of an import',
    needsUser: true,
    description:
      'One JSON object a line, for rejected rows and warnings of a file that was sent: `line`, `level`, `reason`, `field` and `row`. Kept for 30 days. Needs an operator of the installation.',
    parameters: { import_id: IMPORT_ID },
    variables: (given) => given,
    headers: {
      'Content-Disposition': (_, { import_id }) => attachment(`import-${import_id}.rejects.ndjson`),
    },
    file: {
      types: [MEDIA_TYPES.ndjson],
      open:
        (_data, { import_id }) =>
        ({ services, principal }) =>
          services.importUploads.openRejects(requireUser(principal), Number(import_id)),
    },
    example: '{"line":3,"level":"rejected","reason":"name is required","row":"{}"}',
    errors: ['import_not_found', 'insufficient_access'],
  }),

  route('GetInstallationChecks', 'GET /installation/checks', {
    summary: 'Check the installation',
    needsUser: true,
    description:
      'Findings of the command `doctor` on the responding machine, except its comparison of the facet index with the tables. Needs an operator of the installation.',
    errors: ['insufficient_access'],
    example: {
      checks: [
        { check: 'clock', state: 'ok', message: 'this machine and PostgreSQL differ by 0.0 s' },
        {
          check: 'maintenance',
          state: 'failure',
          message: 'autovacuum is off: tables only grow',
          remedy: 'turn autovacuum on',
        },
      ],
    },
  }),
];

export const flags = [
  route('GetFlagsForReview', 'GET /flags', {
    summary: 'Get the data flags of all organizations',
    needsUser: true,
    description: 'Oldest first. Needs an operator of the installation.',
    parameters: {
      status: word(['queued', 'resolved'])
        .optional()
        .meta({ description: 'Only flags with this status. Default: all.', example: 'queued' }),
    },
    errors: ['insufficient_access'],
  }),

  route('GetFlag', 'GET /flags/:flag_id', {
    summary: 'Get a data flag',
    description:
      'One of the flags that `GET /v1/account/flags` shows to the caller; for an operator of the installation, any flag.',
    parameters: { flag_id: pathId('The `flag_id` of a flag.', 3) },
    errors: ['flag_not_found'],
  }),

  route('ResolveFlag', 'PATCH /flags/:flag_id', {
    summary: 'Resolve a data flag',
    needsUser: true,
    description:
      'The organization that raised the flag sees the resolution and the note. A flag is resolved once: another resolution or note is refused with `flag_resolved`. Needs an operator of the installation.',
    parameters: {
      flag_id: pathId('The `flag_id` of a flag of any organization.', 3),
      resolution: word(['corrected', 'not_reproducible', 'wont_fix']).meta({
        description: 'Result of the review.',
        example: 'corrected',
      }),
      note: z
        .string()
        .optional()
        .meta({
          ...TEXT_LIMITS.flagText,
          description: `What the organization that raised the flag should know; at most ${TEXT_LIMITS.flagText.maxLength} characters after trimming. A blank text counts as none.`,
          example: 'The next import has the new industry.',
        }),
    },
    errors: ['flag_not_found', 'flag_resolved', 'insufficient_access'],
  }),
];
