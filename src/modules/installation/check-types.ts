import { innerType } from '../../graphql/builder.ts';
import { defineEnum } from '../../graphql/enums.ts';
import type { Finding } from '../doctor/finding.ts';

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
