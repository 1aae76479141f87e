import { z } from 'zod';
import { TEXT_LIMITS } from '../../lib/request-limits.ts';
import { EXAMPLES } from '../examples.ts';
import { pathId } from '../parameters.ts';

/** Parameters that endpoints of passkeys share. */
export const PASSKEY_PARAMETERS = {
  passkey_id: pathId('The `passkey_id` of a passkey of the caller.', EXAMPLES.Passkey.passkey_id),
  name: z.string().meta({
    ...TEXT_LIMITS.passkeyName,
    description: `Name for the passkey, such as the device: 1 to ${TEXT_LIMITS.passkeyName.maxLength} characters after trimming.`,
    example: 'MacBook',
  }),
};
