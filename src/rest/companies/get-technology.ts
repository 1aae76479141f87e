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
  example: {
    tech_key: 'kubernetes',
    display_name: 'Kubernetes',
    category: 'Containers',
    company_count: 1204,
  },
  errors: ['technology_not_found'],
});
