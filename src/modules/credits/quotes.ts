import type { Queryable } from '../../database/client.ts';
import { STAGE_FROM } from './staged-companies.ts';
import { FROM_ARRAY, FROM_STAGE, type Priced, pricedColumns } from './unlocks.ts';

type CompanyIds = readonly number[] | Uint32Array;

export interface Quote {
  /** Credits that the companies would cost now. */
  cost: number;
  /** Balance of the organization, in credits. */
  balance: number;
}

const quoteSql = (priced: string) => `${priced}
  SELECT (SELECT count(*)::int FROM due) AS cost, o.credit_balance AS balance, ${pricedColumns('$4')}
  FROM organization o WHERE o.id = $1`;

const QUOTE = { name: 'quote_companies', text: quoteSql(FROM_ARRAY) };
/** Without a name: see `chargeInTransaction`. */
const QUOTE_STAGED = { text: quoteSql(FROM_STAGE) };

/** Computes what a charge would cost now. Changes nothing. Looks very many companies up in parts. */
export async function quoteCompanies(
  db: Queryable,
  organizationId: number,
  companyIds: CompanyIds,
  at: Date,
): Promise<Quote> {
  let cost = 0;
  for (let start = 0; ; start += STAGE_FROM) {
    const part = companyIds.slice(start, start + STAGE_FROM);
    const quote = await readPrices(db, organizationId, part, at, false);
    cost += quote.cost;
    if (start + STAGE_FROM >= companyIds.length) return { cost, balance: quote.balance };
  }
}

/**
 * Reads the price of companies and their windows.
 *
 * @param companyIds undefined if the companies are staged.
 * @param detailed whether to list the windows.
 */
export async function readPrices(
  db: Queryable,
  organizationId: number,
  companyIds: CompanyIds | undefined,
  at: Date,
  detailed: boolean,
): Promise<Priced> {
  const statement = companyIds ? QUOTE : QUOTE_STAGED;
  const values = [organizationId, `{${companyIds?.join(',') ?? ''}}`, at, detailed];
  const { rows } = await db.query<Priced>({ ...statement, values });
  const [row] = rows;
  if (!row) throw new Error(`organization ${organizationId} is gone`);
  return row;
}
