import type { Organization } from '../../generated/prisma/client.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { inputOf } from '../../graphql/fields.ts';
import { OrganizationRef } from '../access/access-types.ts';
import type { LowCredits } from './low-credits.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    lowCredits: LowCredits;
  }
}

const UpdateOrganizationInput = builder.inputType('UpdateOrganizationInput', {
  description:
    'Input of updateOrganization. A field that is left out stays as it is, and at least one is needed.',
  fields: (t) => ({
    creditsLowThreshold: t.int({
      description:
        'Balance, in credits, at least 1: a charge that takes it below this is the event `credits.low`. Null: no event.',
    }),
  }),
});

const UpdateOrganizationPayload = innerType<{ organization: Organization }>('UpdateOrganizationPayload', {
  description: 'Result of updateOrganization.',
  fields: (t) => ({
    organization: t.expose('organization', {
      type: OrganizationRef,
      description: 'Organization after the change.',
    }),
  }),
});

builder.mutationField('updateOrganization', (t) =>
  t.withAuth({ userKey: true }).field({
    type: UpdateOrganizationPayload,
    description: 'Changes settings of the organization of the caller. Needs an admin.',
    args: { input: t.arg(inputOf(UpdateOrganizationInput, 'Settings to change.')) },
    resolve: async (_root, { input: { creditsLowThreshold } }, { user, services }) => ({
      organization: await services.lowCredits.setThreshold(user, creditsLowThreshold),
    }),
  }),
);
