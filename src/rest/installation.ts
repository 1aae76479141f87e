import { z } from 'zod';
import { MAX_GRANT, TEXT_LIMITS } from '../lib/request-limits.ts';
import { AT } from './examples.ts';
import { pathId, word } from './parameters.ts';
import { route } from './route.ts';

export const installation = [
  route('GetInstallationOrganizations', 'GET /installation/organizations', {
    summary: 'Get all organizations of the installation',
    needsUser: true,
    description: 'By `organization_id`. Needs an operator of the installation.',
    errors: ['insufficient_access'],
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
