import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';

/** The adapter through which the migration engine reaches `pool`, mended where the engine needs more than a client does. */
export function adapterFactory(pool: pg.Pool, url: string): SqlMigrationAwareDriverAdapterFactory {
  const base = new PrismaPg(pool);
  return {
    provider: base.provider,
    adapterName: base.adapterName,
    connect: async () => withWholeScripts(await base.connect()),
    connectToShadowDb: () => connectToShadow(pool, url),
  };
}

/**
 * Sends a migration as one simple query, as Prisma's own binary does: PostgreSQL then runs it in one transaction.
 * The adapter's own way splits at every semicolon, also at those inside a string, a comment or a function body.
 */
function withWholeScripts<A extends SqlDriverAdapter>(adapter: A): A {
  adapter.executeScript = async (script) => {
    await adapter.executeRaw({ sql: script, args: [], argTypes: [] });
  };
  return adapter;
}

const CHAR_EXPRESSIONS = /\b(?:constr\.contype|con\.confdeltype|con\.confupdtype)\b/g;
const CHAR_COLUMNS = ['constraint_type', 'confdeltype', 'confupdtype'];

/**
 * Lets the engine read the constraints: it asks for columns of PostgreSQL's own one-byte type "char", which the
 * adapter refuses, so they are fetched as text and labelled as the characters that the engine expects.
 */
function withReadableCatalogue<A extends SqlDriverAdapter>(adapter: A): A {
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const sql = query.sql.replace(CHAR_EXPRESSIONS, '$&::text');
    const result = await queryRaw({ ...query, sql });
    if (sql === query.sql) return result;
    const columnTypes = result.columnTypes.map((type, index) =>
      CHAR_COLUMNS.includes(result.columnNames[index] ?? '') ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  };
  return adapter;
}

/** An empty database for comparing schemas; the adapter's own one cannot be dropped while its pool is open. */
async function connectToShadow(pool: pg.Pool, url: string): Promise<SqlDriverAdapter> {
  const name = `shadow_${crypto.randomUUID().replaceAll('-', '')}`;
  await pool.query(`CREATE DATABASE "${name}" TEMPLATE template0`);
  const target = new URL(url);
  target.pathname = `/${name}`;
  const shadow = new pg.Pool({ connectionString: target.href, max: 1 });
  shadow.on('error', () => undefined);
  const adapter = withReadableCatalogue(withWholeScripts(await new PrismaPg(shadow).connect()));
  adapter.dispose = async () => {
    await shadow.end();
    await pool.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  };
  return adapter;
}
