import { AT } from '../examples.ts';
import { route } from '../route.ts';

export default route('GetMaterializations', 'GET /lists/:list_id/materializations', {
  summary: 'Get the materializations of a list that are kept',
  needsUser: true,
  description:
    'Newest first: the last 30, and those of exports that can still be downloaded. `GET …/changes` compares the members with one of them.',
  example: {
    materializations: [
      {
        materialization_id: 31,
        definition_version: 1,
        materialized_at: AT,
        stale: false,
        counts: { total: 812, high: 700, medium: 100, exploratory: 12 },
      },
    ],
    total: 1,
    limit: 100,
    offset: 0,
    next_cursor: null,
  },
  errors: ['members_too_large'],
});
