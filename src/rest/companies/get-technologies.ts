import { TEXT, word } from '../parameters.ts';
import { route } from '../route.ts';

export default route('GetTechnologies', 'GET /technologies', {
  summary: 'Find technologies, and those that companies adopt or drop',
  description:
    'The technologies of the catalogue, the largest number first; those with equal numbers by name. Free of charge, with a key of either kind.',
  parameters: {
    search: TEXT.optional().meta({
      description: 'Only technologies whose key or name contains this, in any case.',
      example: 'kube',
    }),
    order_by: word(['companies', 'adopted_90', 'dropped_90']).default('COMPANIES').meta({
      default: 'companies',
      example: 'adopted_90',
      description:
        'What to sort by: companies with the technology, those that adopted it within 90 days, or those that dropped it.',
    }),
  },
});
