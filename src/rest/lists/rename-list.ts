import { RenameListDocument } from '../../generated/operations.ts';
import { LIST as EXAMPLE } from '../examples.ts';
import { LIST, LIST_NAME } from '../parameters.ts';
import { route } from '../route.ts';

export const renameList = route('PATCH /lists/:list_id', RenameListDocument, {
  summary: 'Rename a list',
  description: 'Needs editor access.',
  params: LIST,
  body: LIST_NAME,
  requestExample: { name: 'Software, Germany' },
  answer: ['renameList', 'list'],
  example: { ...EXAMPLE, name: 'Software, Germany' },
  errors: ['insufficient_access'],
});
