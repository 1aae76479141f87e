import { EXAMPLES } from '../examples.ts';
import { PARAMETERS } from '../parameters.ts';
import { route } from '../route.ts';

const name = 'Copy of Software in Germany';

export default route('DuplicateList', 'POST /lists/:list_id/duplicate', {
  summary: 'Duplicate a list',
  needsUser: true,
  description:
    'Creates a list that the caller owns, with the definition, the domains and the tags of this one. Without a `name`, it is called after it. Permissions, watching and favourites are not copied. A definition that names lists which the caller cannot see is refused.',
  parameters: { name: PARAMETERS.name.optional().meta({ example: name }) },
  isBodyOptional: true,
  status: 201,
  headers: { Location: ({ duplicateList }) => `/v1/lists/${duplicateList.list.list_id}` },
  example: { ...EXAMPLES.CompanyList, list_id: 2, name, favourite: false },
  errors: ['definition_conflict', 'invalid_definition', 'quota_exceeded'],
});
