import { MaterializeListDocument } from '../../generated/operations.ts';
import { LIST, NOTHING } from '../parameters.ts';
import { route } from '../route.ts';

export const materializeList = route('POST /lists/:list_id/materialize', MaterializeListDocument, {
  summary: 'Recompute the members of a list',
  description: 'Recomputes the members even if nothing changed, and counts them by tier.',
  params: LIST,
  body: NOTHING.default({}),
  answer: ['materializeList', 'counts'],
  example: { total_count: 812, high_count: 700, medium_count: 100, exploratory_count: 12 },
  errors: ['definition_conflict', 'invalid_definition'],
});
