import { EACH, POINTS, pagePrice, priced } from '../../graphql/analysis/prices.ts';
import { builder } from '../../graphql/builder.ts';
import { AFTER_AN_ID, defineConnection, pageArguments, readPageById } from '../../graphql/connection.ts';
import { idText, toRowIdOf } from '../../graphql/ids.ts';
import { mutation, payload } from '../../graphql/mutation.ts';
import { STANDARD_PAGE } from '../../lib/page.ts';
import { readFromPrimary } from '../../lib/request-context.ts';
import { MAX_GRANT } from '../../lib/request-limits.ts';
import { ViewerRef } from '../access/schema.ts';
import type { CreditEntry } from '../credits/ledger.ts';
import { CreditEntryRef } from '../credits/schema.ts';
import type { ImportRun } from '../import/history.ts';
import type { InstalledOrganization } from './service.ts';
import {
  CatalogueImportRef,
  InstallationCheckRef,
  InstallationRef,
  InstalledOrganizationRef,
} from './types.ts';

/** Cost of counting the users, keys and lists of a page of organizations. */
const COUNTS = 50;

builder.queryField('installation', (t) =>
  t.withAuth({ userKey: true }).field({
    type: InstallationRef,
    description:
      'The installation with all its organizations. Needs an operator of the installation with a personal key.',
    resolve: (_root, _args, { user, services }) => services.installation.enter(user),
  }),
);

builder.objectField(ViewerRef, 'operator', (t) =>
  t.boolean({
    price: EACH,
    description:
      'Whether the caller is an operator of the installation, who may use `installation`, `resolveFlag` and `grantCredits`. Always false for an organization key.',
    resolve: (caller, _args, { services }) => services.installation.isOperator(caller),
  }),
);

builder.objectFields(InstallationRef, (t) => ({
  organizations: t.field({
    type: defineConnection('InstalledOrganization', 'an organization', InstalledOrganizationRef, {
      forwardsOnly: AFTER_AN_ID,
    }),
    price: pagePrice(STANDARD_PAGE, COUNTS),
    description: 'All organizations, by id.',
    args: pageArguments,
    resolve: (operator, args, { services: { installation } }) =>
      readPageById(args, {
        scope: ['organizations'],
        read: (page) => installation.organizations(operator, page),
        countAll: () => installation.countOrganizations(operator),
        idOf: ({ id }) => id,
      }),
  }),
  organization: t.field({
    type: InstalledOrganizationRef,
    nullable: true,
    description: 'One organization. For any other id it is null, with the error ORGANIZATION_NOT_FOUND.',
    args: { organizationId: t.arg.id({ required: true, description: idText('Organization') }) },
    resolve: (operator, { organizationId }, { services: { installation } }) =>
      installation.findOrganization(operator, toRowIdOf('InstalledOrganization', organizationId)),
  }),
  imports: t.field({
    type: defineConnection('CatalogueImport', 'an import', CatalogueImportRef, { forwardsOnly: AFTER_AN_ID }),
    price: pagePrice(STANDARD_PAGE),
    description: 'Imports of the catalogue, newest first.',
    args: pageArguments,
    resolve: (operator, args, { services: { installation } }) =>
      readPageById(args, {
        scope: ['imports'],
        read: (page) => installation.imports(operator, page),
        countAll: () => installation.countImports(operator),
        idOf: ({ import_id }) => import_id,
      }),
  }),
  import: t.field({
    type: CatalogueImportRef,
    nullable: true,
    description: 'One import. For any other id it is null, with the error IMPORT_NOT_FOUND.',
    args: { importId: t.arg.id({ required: true, description: idText('Import') }) },
    resolve: (operator, { importId }, { services: { installation } }) =>
      installation.findImport(operator, toRowIdOf('CatalogueImport', importId)),
  }),
  checks: t.field({
    type: [InstallationCheckRef],
    price: priced(POINTS.checks),
    description:
      'Findings of the command `doctor` on the responding machine, except its comparison of the facet index with the tables.',
    resolve: (operator, _args, { services: { installation } }) => installation.checks(operator),
  }),
}));

mutation('grantCredits', {
  description:
    'Adds credits to an organization, with an entry in its ledger. Needs an operator of the installation. Send an Idempotency-Key, so that a retry adds nothing.',
  takes: 'Organization and amount.',
  input: (t) => ({
    organizationId: t.id({ required: true, description: idText('Organization that gets the credits') }),
    amount: t.field({ type: 'SafeInt', required: true, description: `Credits to add: 1 to ${MAX_GRANT}.` }),
  }),
  payload: payload<{ entry: CreditEntry; organization: InstalledOrganization }>((t) => ({
    entry: t.expose('entry', {
      type: CreditEntryRef,
      description: 'New entry of the ledger of the organization.',
    }),
    organization: t.expose('organization', {
      type: InstalledOrganizationRef,
      description: 'Organization with its new balance.',
    }),
  })),
  resolve: ({ organizationId, amount }, { user, services }) =>
    services.installation.grantCredits(user, toRowIdOf('InstalledOrganization', organizationId), amount),
});

mutation('applyImport', {
  description:
    'Imports a file that was tried, without sending it again. Needs an operator of the installation.',
  takes: 'Import to apply.',
  input: (t) => ({ importId: t.id({ required: true, description: idText('Import that was tried') }) }),
  payload: payload<ImportRun>((t) => ({
    import: t.field({
      type: CatalogueImportRef,
      description: 'Import, which is queued.',
      resolve: (run) => run,
    }),
  })),
  resolve: async ({ importId }, { user, services: { installation, importUploads } }) => {
    const id = await importUploads.apply(user, toRowIdOf('CatalogueImport', importId));
    return readFromPrimary(async () => installation.findImport(await installation.enter(user), id));
  },
});
