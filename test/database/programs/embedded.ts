import { createInterface } from 'node:readline';
import pg from 'pg';
import { acquireDatabase } from '../../../src/database/acquire.ts';
import { StartupError } from '../../../src/lib/fault.ts';
import { onInterruption } from '../../../src/lib/interruption.ts';

// A minimal server or command: `embedded.ts ROLE DATA_DIR`. It prints `ready URL`, runs each line of its input as SQL
// and prints the result as JSON. Like the service, it leaves when its input ends or it is interrupted.
const [role, dataDir = ''] = process.argv.slice(2);

try {
  const database = await acquireDatabase(
    { databaseUrl: undefined, dataDir },
    role === 'server' ? 'server' : 'command',
    console,
  );
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  const input = createInterface({ input: process.stdin });
  onInterruption(() => input.close());
  console.log(`ready ${database.url}`);
  for await (const line of input) {
    const rows = await pool.query(line).then(
      (result) => result.rows,
      (error: Error) => ({ error: error.message }),
    );
    console.log(JSON.stringify(rows));
  }
  await pool.end();
  await database.close();
  console.log('left');
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
