import { EXAMPLES } from '../examples.ts';
import { route } from '../route.ts';

export default route('GetPasskeys', 'GET /account/passkeys', {
  summary: 'Get the passkeys of the caller',
  needsUser: true,
  description: 'The oldest first, at most 20.',
  example: { passkeys: [EXAMPLES.Passkey] },
});
