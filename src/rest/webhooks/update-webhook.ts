import { z } from 'zod';
import { nameOf } from '../../graphql/enums.ts';
import { route } from '../route.ts';
import { URL_TEXT, WEBHOOK_ID, WEBHOOK_PARAMETERS } from './webhook-parameters.ts';

export default route('UpdateWebhook', 'PATCH /webhooks/:webhook_id', {
  summary: 'Change, disable or enable a webhook',
  needsUser: true,
  description:
    'A field that is left out stays as it is. With `enabled: true` it goes on where it stopped, at once. Needs its owner.',
  parameters: {
    webhook_id: WEBHOOK_ID,
    url: URL_TEXT.optional(),
    ...WEBHOOK_PARAMETERS,
    enabled: z.boolean().optional().meta({
      description: 'Whether it sends events. While it does not, it keeps its place.',
      example: true,
    }),
  },
  // A variable that is undefined would clear the field.
  variables: ({ types, ...rest }) => ({
    ...rest,
    ...(types === undefined ? {} : { types: types?.map(nameOf) ?? null }),
  }),
  sentAs: { '/listIds': '/list_ids' },
  errors: ['cursor_expired', 'insufficient_access', 'webhook_not_found'],
});
