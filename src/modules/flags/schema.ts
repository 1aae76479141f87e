import type { DataFlag } from '../../generated/prisma/client.ts';
import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { defineNodes } from '../../graphql/nodes.ts';
import { requirePrincipal } from '../../graphql/principal.ts';
import { toRowId } from '../../lib/row-id.ts';
import { CompanyRef } from '../catalogue/company-type.ts';

const STATUS = { queued: 'QUEUED', resolved: 'RESOLVED' } as const;

const FlagStatus = builder.enumType('FlagStatus', {
  description: 'Where a flag stands.',
  values: {
    QUEUED: { description: 'Waits for the data-quality review.' },
    RESOLVED: { description: 'The review is done.' },
  } as const,
});

const DataFlagRef = builder.prismaNode('DataFlag', {
  nullable: true,
  description: 'A report of company data that looks wrong. It changes nothing by itself.',
  extensions: inheritsAccess,
  id: { field: 'id', description: 'The global id of the flag.' },
  findUnique: (id, { principal }) => ({
    id: toRowId(id),
    organizationId: requirePrincipal(principal).organizationId,
  }),
  fields: (t) => ({
    flagId: t.exposeInt('id', { description: 'The id that REST shows as flag_id.' }),
    companyId: t.exposeInt('companyId', { description: 'The company that was flagged.' }),
    status: t.field({
      type: FlagStatus,
      description: 'Where the flag stands.',
      resolve: (flag) => STATUS[flag.status],
    }),
    description: t.exposeString('description', { nullable: true, description: 'What looks wrong.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was raised.' }),
    company: t.field({
      type: CompanyRef,
      nullable: true,
      description: 'The company that was flagged.',
      resolve: (flag, _args, { loaders }) => loaders.company.load(flag.companyId),
    }),
  }),
});

defineNodes<DataFlag>(
  DataFlagRef,
  ({ id }) => id,
  (ids, { principal, services }, query) => {
    const { organizationId } = requirePrincipal(principal);
    return services.prisma.dataFlag.findMany({ ...query, where: { id: { in: ids }, organizationId } });
  },
  { isPrisma: true },
);

const FlagCompanyInput = builder.inputType('FlagCompanyInput', {
  description: 'The input of flagCompany.',
  fields: (t) => ({
    identifier: t.string({ required: true, description: 'A domain or a slug.' }),
    description: t.string({
      description: 'What looks wrong: at most 2000 characters; blank counts as left out.',
    }),
  }),
});

const FlagCompanyPayload = builder.objectRef<{ flag: DataFlag }>('FlagCompanyPayload').implement({
  description: 'The answer to flagCompany.',
  extensions: inheritsAccess,
  fields: (t) => ({
    flag: t.expose('flag', { type: DataFlagRef, description: 'The flag, queued for review.' }),
  }),
});

builder.mutationField('flagCompany', (t) =>
  t.field({
    type: FlagCompanyPayload,
    description: 'Reports company data that looks wrong, outdated, incomplete or mismatched.',
    authScopes: { anyKey: true },
    args: { input: t.arg({ type: FlagCompanyInput, required: true, description: 'What to flag.' }) },
    resolve: async (_root, { input }, { principal, services }) => ({
      flag: await services.flags.flagCompany(
        requirePrincipal(principal),
        input.identifier,
        input.description,
      ),
    }),
  }),
);
