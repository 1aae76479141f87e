import { DuckDBInstance } from '@duckdb/node-api';
import { quote } from '../filters/plan.mjs';
import { FILLED } from './data.mjs';

const columnOf = (field) => field.replace('custom.', '');
const literal = (value) => (typeof value === 'string' ? quote(value) : String(value));

/** Compiles a tree of own fields to a condition. A missing value meets no condition but a negative one. */
export function toCondition({ and, or, not, condition }) {
  if (not) return `NOT ${toCondition(not)}`;
  if (condition) return `coalesce(${toLeaf(condition)}, ${condition.operator === 'none_of'})`;
  return `(${(and ?? or).map(toCondition).join(and ? ' AND ' : ' OR ')})`;
}

function toLeaf({ field, operator, values }) {
  const column = columnOf(field);
  const list = values.map(literal).join(', ');
  if (operator === 'is_known') return `(${column} IS NOT NULL) = ${values[0]}`;
  if (operator === 'all_of') return `list_has_all(${column}, [${list}])`;
  if (operator.endsWith('_of')) {
    const any = FILLED[column].multiple ? `list_has_any(${column}, [${list}])` : `${column} IN (${list})`;
    return operator === 'none_of' ? `NOT ${any}` : any;
  }
  if (operator === 'between') return `${column} BETWEEN ${literal(values[0])} AND ${literal(values[1])}`;
  return `${column} ${{ eq: '=', gte: '>=', lte: '<=' }[operator]} ${list}`;
}

/** DuckDB in this process, in memory, on all processors, with the columns of own fields that a file of companies has. */
export async function openDuckDb(path) {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const names = Object.keys(FILLED);
  const columns = names.map((name) => `'custom.${name}': '${FILLED[name].sql}'`).join(', ');
  const selected = names.map((name) => `"custom.${name}" AS ${name}`).join(', ');
  await connection.run(
    `CREATE TABLE company AS SELECT ${selected} FROM read_json(${quote(path)}, format = 'newline_delimited', columns = {${columns}})`,
  );
  return {
    /** Prepares a statement. @returns a function that runs it for its rows, of texts and numbers. */
    async prepare(sql) {
      const statement = await connection.prepare(sql);
      return async () =>
        (await statement.runAndReadAll())
          .getRows()
          .map((row) => row.map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell)));
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
