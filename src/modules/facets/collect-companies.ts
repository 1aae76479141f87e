import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { type Collector, NumberCollector, TextCollector, UniverseCollector } from './column-collectors.ts';
import type { Facet } from './facet.ts';
import type { Postings } from './postings.ts';
import { inScope, type Scope } from './scope.ts';

/** Reads the companies of the scope once, for all facets that come from their columns. */
export async function collectCompanies(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  postings: Postings,
): Promise<void> {
  const wanted = facets.map(wantedOf).filter((each) => each !== undefined);
  if (wanted.length === 0) return;
  const columns = ['c.id', ...wanted.map(({ column }) => column)].join(', ');
  await copyRows(client, `SELECT ${columns} FROM company c ${inScope(scope, 'c.id')}`, (row) => {
    const id = row.int4(0);
    wanted.forEach(({ collector }, index) => {
      if (!row.isNull(index + 1)) collector.take(id, row, index + 1);
    });
  });
  for (const { field, collector } of wanted) collector.finish(postings, field);
}

interface Wanted {
  field: string;
  /** SQL of the column's value. */
  column: string;
  collector: Collector;
}

/** @returns undefined for a facet that does not come from a column of `company`. */
function wantedOf({ field, source }: Facet): Wanted | undefined {
  switch (source.from) {
    case 'universe':
      return { field, column: 'c.id', collector: new UniverseCollector() };
    case 'column':
      return { field, column: `c.${source.column}`, collector: new TextCollector() };
    case 'integer':
      return { field, column: `c.${source.column}::int4`, collector: new NumberCollector(source.steps) };
    default:
      return undefined;
  }
}
