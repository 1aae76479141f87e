/** Companies that a refresh reads. */
export interface Scope {
  /** Name of a table with a column `company_id`, without duplicates; undefined for all companies. */
  table: string | undefined;
}

export const EVERYTHING: Scope = { table: undefined };

/** SQL of a join that restricts a table to the scope by a column of company ids. */
export function inScope({ table }: Scope, column: string): string {
  return table === undefined ? '' : `JOIN ${table} scope ON scope.company_id = ${column}`;
}
