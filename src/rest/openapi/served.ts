import { readFileSync } from 'node:fs';
import { packagePath } from '../../lib/package-path.ts';

/** Prefix of every path of the REST API. */
export const PREFIX = '/v1';

/** Path of the OpenAPI document. */
export const OPENAPI_PATH = `${PREFIX}/openapi.json`;

/** Stands for the address of the server while the document is cut at it. */
const ADDRESS = '\u0000';

/**
 * Reads the OpenAPI document that `npm run openapi` wrote from the routes.
 *
 * @returns a function that writes it for the address of a server, such as `https://data.example`.
 */
export function readOpenApi(): (address: string) => string {
  const document = JSON.parse(readFileSync(packagePath('openapi.json'), 'utf8'));
  const servers = [{ url: ADDRESS, description: 'The address through which this document was requested.' }];
  const [before, after] = JSON.stringify({ ...document, servers }, null, 2).split(JSON.stringify(ADDRESS));
  return (address) => `${before}${JSON.stringify(address)}${after}\n`;
}
