import { builder, inheritsAccess, innerType } from '../../graphql/builder.ts';
import { defineNodes, inOrder } from '../../graphql/nodes.ts';
import type { Operator } from '../access/operators.ts';
import type { InstallationService, InstalledOrganization } from './service.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    installation: InstallationService;
  }
}

/** Modules add fields for operators. The operator is the proof that their services ask for. */
export const InstallationRef = innerType<Operator>('Installation', {
  description:
    'What operators see of the installation and of all its organizations: never lists, partners or other data of an organization.',
});

export const InstalledOrganizationRef = builder.objectRef<InstalledOrganization>('InstalledOrganization');

defineNodes<InstalledOrganization>(InstalledOrganizationRef, async (ids, { user, services }) =>
  user
    ? inOrder(ids, await services.installation.findOrganizations(user, ids), ({ id }) => id)
    : ids.map(() => null),
);

builder.node(InstalledOrganizationRef, {
  description:
    'An organization as operators of the installation see it. They see how much it has, and nothing of its data.',
  extensions: inheritsAccess,
  id: { resolve: ({ id }) => id, description: 'Global id, which only operators can use.' },
  isTypeOf: (value): value is InstalledOrganization =>
    typeof value === 'object' && value !== null && '_count' in value,
  fields: (t) => ({
    organizationId: t.exposeInt('id', { description: 'Numeric id, which the command line shows as well.' }),
    name: t.exposeString('name', { description: 'Name of the organization, unique.' }),
    creditBalance: t.exposeInt('creditBalance', { description: 'Current balance, in credits.' }),
    userCount: t.int({
      description: 'Number of its users, disabled ones included.',
      resolve: ({ _count }) => _count.users,
    }),
    keyCount: t.int({
      description: 'Number of its API keys that requests may use, those of users included.',
      resolve: ({ _count }) => _count.apiKeys,
    }),
    listCount: t.int({ description: 'Number of its lists.', resolve: ({ _count }) => _count.lists }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
});
