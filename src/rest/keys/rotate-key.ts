import { z } from 'zod';
import { EXAMPLES } from '../examples.ts';
import { PARAMETERS, PURPOSE } from '../parameters.ts';
import { route } from '../route.ts';

export default route('RotateApiKey', 'POST /keys/:key_id/rotate', {
  summary: 'Replace an API key',
  needsUser: true,
  description:
    'Creates a successor of the same kind and owner; the old key keeps working for a while. Each key is rotated once, a personal key by its owner alone, unless it is of a service account: then by admins, too. The complete key is shown only here: store it safely. A retry with the same `Idempotency-Key` gets 409 `idempotency_response_lost`.',
  parameters: {
    overlap_seconds: z.int().min(0).max(2_592_000).optional().meta({
      description: 'How long the old key keeps working, in seconds: at most 30 days. Without it, a day.',
      example: 3600,
    }),
    label: PARAMETERS.label.meta({
      description: `${PURPOSE}. Without it, that of the old key.`,
    }),
    expires_at: PARAMETERS.expires_at.meta({
      description: 'When the new key expires, in the future. Without it, never.',
    }),
  },
  isBodyOptional: true,
  status: 201,
  headers: { Location: ({ rotateApiKey }) => `/v1/keys/${rotateApiKey.api_key.key_id}` },
  example: { ...EXAMPLES.NewKey, key_id: 8, replaces_key_id: 7 },
  errors: ['api_key_inactive', 'api_key_not_found', 'api_key_rotated', 'insufficient_access'],
});
