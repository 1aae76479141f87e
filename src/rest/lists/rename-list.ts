import { EXAMPLES } from '../examples.ts';
import { PARAMETERS } from '../parameters.ts';
import { route } from '../route.ts';

export default route('RenameList', 'PATCH /lists/:list_id', {
  summary: 'Rename a list',
  needsUser: true,
  parameters: { name: PARAMETERS.name.meta({ example: 'Software, Germany' }) },
  example: { ...EXAMPLES.CompanyList, name: 'Software, Germany' },
  errors: ['insufficient_access'],
});
