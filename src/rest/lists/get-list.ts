import { GetListDocument } from '../../generated/operations.ts';
import { LIST as EXAMPLE, PERMISSION } from '../examples.ts';
import { LIST } from '../parameters.ts';
import { route } from '../route.ts';

export const getList = route('GET /lists/:list_id', GetListDocument, {
  summary: 'Get a list',
  description: 'A list with its definition and permissions.',
  params: LIST,
  answer: ['list'],
  example: { ...EXAMPLE, permissions: [PERMISSION] },
});
