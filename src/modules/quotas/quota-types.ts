import { builder, inheritsAccess } from '../../graphql/builder.ts';
import type { QuotaState } from './quota-reader.ts';
import type { QuotaName } from './quotas.ts';

const QuotaNameEnum = builder.enumType('QuotaName', {
  description: 'What is bounded. QUOTA_EXCEEDED gives the name in lower case.',
  values: {
    LISTS: { description: 'Lists of the organization.' },
    DEFINITION_BYTES: {
      description: 'Bytes of the definitions of all lists of the organization, all versions together.',
    },
    LIST_DOMAINS: {
      description: 'Domains of one list, added and excluded together. Each list has its own: `used` is null.',
    },
    KEYS: {
      description:
        'Keys that work, of one owner. `used` counts those of the owner of the key of this request.',
    },
    REPLAY_LOG_BYTES: {
      description: 'Bytes of the stored answers to Idempotency-Keys of the organization.',
    },
  } as const,
});

const NAMES = {
  lists: 'LISTS',
  definition_bytes: 'DEFINITION_BYTES',
  list_domains: 'LIST_DOMAINS',
  keys: 'KEYS',
  replay_log_bytes: 'REPLAY_LOG_BYTES',
} as const satisfies Record<QuotaName, string>;

export const QuotaRef = builder.objectRef<QuotaState>('Quota').implement({
  description: 'A quota: a request that would pass it is refused with QUOTA_EXCEEDED.',
  extensions: inheritsAccess,
  fields: (t) => ({
    quota: t.field({
      type: QuotaNameEnum,
      description: 'What is bounded.',
      resolve: ({ quota }) => NAMES[quota],
    }),
    limit: t.exposeFloat('limit', {
      nullable: true,
      description: 'The most that is possible: a whole number. Null: no limit.',
    }),
    used: t.exposeFloat('used', {
      nullable: true,
      description: 'What is used: a whole number. Null where each object has its own.',
    }),
  }),
});
