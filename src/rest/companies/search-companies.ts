import { SearchCompaniesDocument } from '../../generated/operations.ts';
import { COMPANY } from '../examples.ts';
import { NOTHING, PAGE, TEXT } from '../parameters.ts';
import { route } from '../route.ts';

export const searchCompanies = route('GET /lists/company-search', SearchCompaniesDocument, {
  summary: 'Search companies by name or domain',
  description: 'Companies whose name or domain matches, best match first. Needs a personal key.',
  query: NOTHING.extend({
    q: TEXT.meta({ description: 'Part of a name or domain.', example: 'lebe' }),
    limit: PAGE.shape.limit,
  }),
  answer: [],
  example: { companies: [COMPANY] },
});
