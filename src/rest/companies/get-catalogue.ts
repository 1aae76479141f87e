import { AT } from '../examples.ts';
import { route } from '../route.ts';

export default route('GetCatalogue', 'GET /catalogue', {
  summary: 'Get size and freshness of the catalogue',
  description:
    'Exact counts, the newest observation, and the times of the last change and the last import. Free of charge, with a key of either kind.',
  example: {
    company_count: 20_000,
    technology_count: 695,
    detection_count: 384_536,
    partnership_count: 42_933,
    as_of: '2026-02-28T00:00:00.000Z',
    updated_at: AT,
    imported_at: AT,
  },
});
