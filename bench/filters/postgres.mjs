import pg from 'pg';

/** Settings of the peers on PostgreSQL: enough memory, statements planned once, no JIT compilation. */
const SETTINGS = '-c TimeZone=UTC -c work_mem=128MB -c jit=off -c plan_cache_mode=force_generic_plan';

/** @returns the functions by which a peer with its own schema runs statements. */
export function openPostgres(url, schema) {
  const config = { connectionString: url, options: `${SETTINGS} -c search_path=${schema},public` };
  const pool = new pg.Pool({ ...config, max: 1 });
  return {
    /** Prepares a statement. @returns a function that runs it for its count. */
    prepare: async (sql) => prepareOn(pool, sql),
    close: () => pool.end(),
  };
}

let named = 0;

/** The first call on a connection prepares a named statement. */
function prepareOn(queryable, sql) {
  named += 1;
  const statement = { name: `filter_${named}`, text: sql, rowMode: 'array' };
  return async () => Number((await queryable.query(statement)).rows[0][0]);
}

/** Runs the statements that create a peer's schema. */
export async function build(url, statements) {
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' });
  await client.connect();
  try {
    await client.query("SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'");
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
