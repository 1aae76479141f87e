import { readConfig } from '../config.ts';
import { acquireDatabase } from '../database/acquire.ts';
import { print } from './terminal.ts';

/** Brings the database to the state that this version needs, and does nothing else. */
export async function runMigrate(options: { json?: boolean }): Promise<void> {
  const { applied, close } = await acquireDatabase(readConfig(process.env), 'command');
  await close();
  const lines = applied.length > 0 ? applied.map((name) => `applied ${name}`) : 'nothing to do';
  print(options.json === true, { applied }, lines);
}
