import type { DataFlag } from '../../generated/prisma/client.ts';
import { builder, inheritsAccess, innerType } from '../../graphql/builder.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { inputOf } from '../../graphql/fields.ts';
import { definePrismaNodes } from '../../graphql/nodes.ts';
import { toRowId } from '../../lib/row-id.ts';
import { CompanyRef } from '../catalogue/company-type.ts';
import type { FlagsService } from './flags-service.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    flags: FlagsService;
  }
}

const flagStatuses = defineEnum('FlagStatus', {
  description: 'Progress of the review of a flag.',
  values: {
    queued: 'The flag waits for the data-quality review.',
    resolved: 'The review is complete. A flag is never queued again.',
  },
});

const DataFlagRef = builder.prismaNode('DataFlag', {
  nullable: true,
  description:
    'A report of company data that looks wrong. It changes no data by itself. Every key of the organization can read it.',
  extensions: inheritsAccess,
  id: { field: 'id', description: 'Global id of the flag.' },
  findUnique: (id, { principal: { organizationId } }) => ({ id: toRowId(id), organizationId }),
  fields: (t) => ({
    flagId: t.exposeInt('id', { description: 'Numeric id that REST shows as flag_id.' }),
    companyId: t.exposeInt('companyId', { description: 'Numeric id of the company that was flagged.' }),
    status: t.field(flagStatuses.field('Whether the review is complete.', ({ status }: DataFlag) => status)),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What looks wrong; null if the report did not say.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the flag was raised.' }),
    company: t.field({
      type: CompanyRef,
      nullable: true,
      description:
        'Company that was flagged, or the one that it was merged into; null if it is no longer in the catalogue.',
      resolve: (flag, _args, { loaders }) => loaders.company.load(flag.companyId),
    }),
  }),
});

definePrismaNodes<DataFlag>(DataFlagRef, (ids, { principal: { organizationId }, services }, query) =>
  services.prisma.dataFlag.findMany({ ...query, where: { id: { in: ids }, organizationId } }),
);

const FlagCompanyInput = builder.inputType('FlagCompanyInput', {
  description: 'Input of flagCompany.',
  fields: (t) => ({
    identifier: t.string({
      required: true,
      description: 'A domain (anything with a dot) or a slug of the company.',
    }),
    description: t.string({
      description:
        'What looks wrong: at most 2000 characters after trimming. A blank text counts as left out.',
    }),
  }),
});

const FlagCompanyPayload = innerType<{ flag: DataFlag }>('FlagCompanyPayload', {
  description: 'Result of flagCompany.',
  fields: (t) => ({
    flag: t.expose('flag', { type: DataFlagRef, description: 'New flag, which is queued for review.' }),
  }),
});

builder.mutationField('flagCompany', (t) =>
  t.field({
    type: FlagCompanyPayload,
    description:
      'Reports company data that looks wrong, outdated, incomplete or mismatched. Free, with any key.',
    authScopes: { anyKey: true },
    args: { input: t.arg(inputOf(FlagCompanyInput, 'Company, and what looks wrong.')) },
    resolve: async (_root, { input }, { principal, services }) => ({
      flag: await services.flags.flagCompany(principal, input.identifier, input.description),
    }),
  }),
);
