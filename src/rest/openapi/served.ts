import { readFileSync } from 'node:fs';
import { packagePath } from '../../lib/package-path.ts';

/** Prefix of every path of the REST API. */
export const PREFIX = '/v1';

/** Path of the OpenAPI document. */
export const OPENAPI_PATH = `${PREFIX}/openapi.json`;

/** Reads the OpenAPI document that `npm run openapi` wrote from the routes. */
export function readOpenApi(): string {
  return readFileSync(packagePath('openapi.json'), 'utf8');
}
