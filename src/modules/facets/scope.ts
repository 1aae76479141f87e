/** Which companies a refresh looks at. */
export interface Scope {
  /** A table with a column company_id, each company once; undefined: all companies. */
  table: string | undefined;
}

export const EVERYTHING: Scope = { table: undefined };

/** SQL that restricts a table to the scope, by the column that holds the company's id. */
export function inScope({ table }: Scope, column: string): string {
  return table === undefined ? '' : `JOIN ${table} scope ON scope.company_id = ${column}`;
}
