import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startServer } from './children.mjs';

/** PostGraphile 5 needs Node 22, which a package provides. */
const NODE = fileURLToPath(
  new URL(`../node_modules/node-${process.platform}-${process.arch}/bin/node`, import.meta.url),
);
const PEER = fileURLToPath(new URL('../peers/postgraphile.mjs', import.meta.url));

/**
 * Starts PostGraphile on a database of the service.
 *
 * @param options `flags` of Node; `schemas` of the database beside `public`
 */
export function startPostGraphile(databaseUrl, { flags = [], schemas = [] }) {
  if (!existsSync(NODE)) throw new Error(`no Node 22 for ${process.platform} on ${process.arch} at ${NODE}`);
  return startServer('postgraphile', [...flags, PEER, ...schemas], databaseUrl, { program: NODE });
}
