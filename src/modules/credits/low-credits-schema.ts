import type { Organization } from '../../generated/prisma/client.ts';
import { mutation, payload } from '../../graphql/mutation.ts';
import { OrganizationRef } from '../access/access-types.ts';
import type { LowCredits } from './low-credits.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    lowCredits: LowCredits;
  }
}

mutation('updateOrganization', {
  description: 'Changes settings of the organization of the caller. Needs an admin.',
  takes: 'Settings to change.',
  inputNote: '. A field that is left out stays as it is, and at least one is needed.',
  input: (t) => ({
    creditsLowThreshold: t.int({
      description:
        'Balance, in credits, at least 1: a charge that takes it below this is the event `credits.low`. Null: no event.',
    }),
  }),
  payload: payload<{ organization: Organization }>((t) => ({
    organization: t.expose('organization', {
      type: OrganizationRef,
      description: 'Organization after the change.',
    }),
  })),
  resolve: async ({ creditsLowThreshold }, { user, services }) => ({
    organization: await services.lowCredits.setThreshold(user, creditsLowThreshold),
  }),
});
