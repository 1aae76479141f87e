import type { IncomingMessage } from 'node:http';
import type { Context } from '../graphql/context.ts';
import { Fault } from '../lib/fault.ts';
import { queryOf } from '../lib/http-headers.ts';
import { requireUser } from '../lib/principal.ts';
import { MAX_BODY_BYTES } from '../lib/request-limits.ts';
import type { ImportUploads } from '../modules/import/upload/service.ts';
import { IMPORT_PARAMETERS, IMPORT_TYPES, SUGGEST_PARAMETERS } from '../rest/import-uploads.ts';
import { parsePart } from '../rest/input.ts';
import { GET_IMPORT } from '../rest/installation.ts';
import { PREFIX } from '../rest/openapi/served.ts';
import { requireCaller } from './authentication.ts';
import type { PlainRoute } from './session-routes.ts';
import { createUploadRoutes, type Made, type UploadRouteParts } from './upload-route.ts';

interface ImportRouteParts extends UploadRouteParts {
  imports: ImportUploads;
}

const IMPORT: Made = {
  path: `${PREFIX}/installation/imports`,
  route: GET_IMPORT,
  parameter: 'import_id',
};

/** Creates the routes that receive files of the catalogue. Their bodies arrive as those of jobs do. */
export function createImportRoutes(parts: ImportRouteParts): readonly PlainRoute[] {
  const { identify, refuseUnread, imports } = parts;
  const receiving = createUploadRoutes(parts);
  const requireOperator = ({ principal }: Context) => imports.requireOperator(requireUser(principal));

  const upload = receiving(async ({ req, context: { principal }, open, accept }) => {
    const { dry_run: isDryRun, ...given } = parsePart(IMPORT_PARAMETERS, queryOf(req.url, LISTS));
    const options = { ...given, format: given.format ?? typeOf(req) };
    const body = open();
    return accept(
      body,
      () => imports.receive(requireUser(principal), options, isDryRun ?? false, body),
      IMPORT,
    );
  }, requireOperator);

  const suggest = receiving(async ({ req, context: { principal }, open }) => {
    const given = parsePart(SUGGEST_PARAMETERS, queryOf(req.url));
    const format = given.format ?? typeOf(req);
    const held: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of open().chunks) {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) throw new Fault('body_too_large', 'Send the first 1 MiB of the file.');
      held.push(chunk);
    }
    const found = await imports.suggest(requireUser(principal), Buffer.concat(held), {
      ...(given.kind && { kind: given.kind }),
      ...(format && { format }),
    });
    return { status: 200, body: JSON.stringify(found) };
  }, requireOperator);

  const before = [identify, requireCaller, refuseUnread];
  return [
    { path: '/installation/imports', method: 'POST', steps: [...before, upload] },
    { path: '/installation/imports/suggest', method: 'POST', steps: [...before, suggest] },
  ];
}

/** Parameters that may be repeated. */
const LISTS = ['map', 'set'] as const;

/** Returns the format that the media type states. @throws Fault unsupported_media_type */
function typeOf({ headers }: IncomingMessage) {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const found = Object.entries(IMPORT_TYPES).find(([name]) => name === type);
  if (found) return found[1];
  throw new Fault(
    'unsupported_media_type',
    `Send the file with Content-Type: ${Object.keys(IMPORT_TYPES).join(', ')}.`,
  );
}
