import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { type Collector, NumberCollector, TextCollector, UniverseCollector } from './column-collectors.ts';
import type { Facet } from './facet.ts';
import type { Postings } from './postings.ts';
import { inScope, type Scope } from './scope.ts';

/** Collects the facets that come from columns of `company`, reading the companies of the scope once. */
export async function collectCompanies(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  postings: Postings,
): Promise<void> {
  const columns = facets.map(toColumn).filter((column) => column !== undefined);
  if (columns.length === 0) return;
  const selected = ['c.id', ...columns.map(({ sql }) => sql)].join(', ');
  await copyRows(client, `SELECT ${selected} FROM company c ${inScope(scope, 'c.id')}`, (row) => {
    const id = row.int4(0);
    columns.forEach(({ collector }, index) => {
      if (!row.isNull(index + 1)) collector.add(id, row, index + 1);
    });
  });
  for (const { field, collector } of columns) collector.finish(postings, field);
}

interface Column {
  field: string;
  sql: string;
  collector: Collector;
}

/** @returns undefined for a facet that does not come from a column of `company`. */
function toColumn({ field, source }: Facet): Column | undefined {
  switch (source.from) {
    case 'universe':
      return { field, sql: 'c.id', collector: new UniverseCollector() };
    case 'column':
      return { field, sql: `c.${source.column}`, collector: new TextCollector() };
    case 'integer':
      return { field, sql: `c.${source.column}::int4`, collector: new NumberCollector(source.rangeEncoded) };
    default:
      return undefined;
  }
}
