import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';

/** Creates the adapter through which the engine reaches `pool`. It corrects what the engine needs and a client does not. */
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
 * Sends a migration as one simple query, as Prisma's binary does: PostgreSQL then runs it in one transaction. Without
 * this the adapter splits it at every semicolon, also inside a string, a comment or a function body.
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
 * Lets the engine read constraints. It asks for columns of PostgreSQL's one-byte type "char", which the adapter refuses:
 * they are fetched as text and labelled as the characters that the engine expects.
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

/** Creates an empty database to compare schemas in. The adapter cannot drop its own while its pool is open. */
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
