import { PATH_TEXT } from '../parameters.ts';
import { route } from '../route.ts';

export default route('GetTechnology', 'GET /technologies/:tech_key', {
  summary: 'Look up a technology by its key',
  description: 'The entry of the catalogue. Free of charge, with a key of either kind.',
  parameters: {
    tech_key: PATH_TEXT.meta({
      description: 'The key of a technology, as the filter field `technology` takes it.',
      example: 'kubernetes',
    }),
  },
  errors: ['technology_not_found'],
});
