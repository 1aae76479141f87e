import { EXAMPLES } from '../examples.ts';
import { PARAMETERS, TAGS } from '../parameters.ts';
import { route } from '../route.ts';

export default route('UpdateList', 'PATCH /lists/:list_id', {
  summary: 'Rename or tag a list',
  needsUser: true,
  description:
    'A field that is left out stays as it is. Tags replace those of before. The members stay the same. Needs editor access.',
  parameters: { name: PARAMETERS.name.optional().meta({ example: 'Software, Germany' }), tags: TAGS },
  example: { ...EXAMPLES.CompanyList, name: 'Software, Germany' },
  errors: ['insufficient_access'],
});
