import type { Queryable } from '../../../database/client.ts';
import { isStorable } from '../../../lib/domain-name.ts';
import { invalidValue } from '../../../lib/fault.ts';
import { Bitmap } from '../../facets/bitmap.ts';
import { runSqlConditions } from '../../filters/requirements.ts';
import { textSqlConditions } from '../../filters/text-conditions.ts';

const MAX_SEARCH = 100;

/** Finds companies by part of a name or of any domain, ignoring case. @throws Fault validation_error */
export async function searchCompanies(db: Queryable, search: string): Promise<Bitmap> {
  const text = search.trim();
  const length = [...text].length;
  if (length < 1 || length > MAX_SEARCH || !isStorable(text))
    throw invalidValue('/search', `must be 1 to ${MAX_SEARCH} characters of a name or domain`);
  const results = await runSqlConditions(db, [
    ...textSqlConditions('name', 'contains', [text]),
    ...textSqlConditions('domain', 'contains', [text.toLowerCase()]),
  ]);
  return Bitmap.orMany(results.map(({ ids }) => ids));
}
