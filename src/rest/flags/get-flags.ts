import { word } from '../parameters.ts';
import { route } from '../route.ts';

export default route('GetFlags', 'GET /flags', {
  summary: 'Get the data flags of all organizations',
  needsUser: true,
  description: 'Oldest first. Needs an operator of the installation.',
  parameters: {
    status: word(['queued', 'resolved'])
      .optional()
      .meta({ description: 'Only flags with this status. Default: all.', example: 'queued' }),
  },
  errors: ['insufficient_access'],
});
