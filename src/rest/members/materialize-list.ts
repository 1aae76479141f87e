import { route } from '../route.ts';

export default route('MaterializeList', 'POST /lists/:list_id/materialize', {
  summary: 'Recompute the members of a list',
  needsUser: true,
  description: 'Recomputes the members even if nothing changed, and counts them by tier.',
  example: { total_count: 812, high_count: 700, medium_count: 100, exploratory_count: 12 },
  errors: ['definition_conflict', 'invalid_definition', 'members_too_large'],
});
