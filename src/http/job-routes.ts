import type { IncomingMessage } from 'node:http';
import { minimumCharges } from '../api/pipeline/pipeline.ts';
import { Fault, invalidValue } from '../lib/fault.ts';
import { partsOf, queryOf } from '../lib/http-headers.ts';
import { encodingOf, GUESSED, UPLOAD_FORMATS, type UploadFormat } from '../modules/jobs/read-upload.ts';
import { NO_BODY, type SourceList, type UploadOptions, type Uploads } from '../modules/jobs/receive.ts';
import { createRestHandler } from '../rest/handler.ts';
import { parsePart } from '../rest/input.ts';
import { CREATE_EXPORT_JOB, GET_JOB } from '../rest/jobs.ts';
import { PREFIX } from '../rest/openapi/served.ts';
import { UPLOAD_PARAMETERS } from '../rest/uploads.ts';
import { requireCaller } from './authentication.ts';
import { chargeInvalid } from './charging.ts';
import type { Middleware } from './request.ts';
import type { PlainRoute } from './session-routes.ts';
import { createUploadRoutes, type Made, type UploadRouteParts } from './upload-route.ts';

interface JobRouteParts extends UploadRouteParts {
  uploads: Uploads;
}

const JOB: Made = { path: `${PREFIX}/jobs`, route: GET_JOB, parameter: 'job_id' };

/** Creates the route by which files become jobs. It is no GraphQL document: its body is read while it arrives. */
export function createJobRoutes(parts: JobRouteParts): readonly PlainRoute[] {
  const { identify, refuseUnread, contextOf, pipeline, uploads } = parts;

  const receive = createUploadRoutes(parts)(async ({ req, context: { principal }, open, accept }) => {
    const { source, ...parameters } = readParameters(req);
    if (source) {
      requireNoBody(req, '/source_list_id', 'stands for a file: send a body or source_list_id, not both');
      return accept(NO_BODY, () => uploads.receiveList(principal, parameters, source), JOB);
    }
    const options = { ...parameters, ...formatOf(req) };
    const body = open();
    return accept(body, () => uploads.receive(principal, options, body), JOB);
  });

  const createExport = createRestHandler(CREATE_EXPORT_JOB, contextOf, pipeline);
  // Files pay before they are looked at.
  const chargeExport = chargeInvalid(pipeline.admission, minimumCharges(CREATE_EXPORT_JOB.document));

  const upload: Middleware = (req, res, next) => {
    if (queryOf(req.url).kind !== 'export') return receive(req, res, next);
    requireNoBody(req, '', 'must be empty: an export has no file');
    return createExport(Object.assign(req, { params: {}, body: undefined }), res);
  };

  const steps = [identify, requireCaller, refuseUnread, upload];
  return [{ path: '/jobs', method: 'POST', steps, refused: chargeExport }];
}

/** @throws Fault validation_error */
function readParameters(
  req: IncomingMessage,
): Omit<UploadOptions, 'format' | 'encoding'> & { source?: SourceList } {
  const found = parsePart(UPLOAD_PARAMETERS, queryOf(req.url, ['set']));
  const { kind, name, min_confidence, max_credits, list_id, shared, source_list_id, tier, search, set } =
    found;
  if (source_list_id === undefined && (tier ?? search) !== undefined)
    throw invalidValue(tier === undefined ? '/search' : '/tier', 'is only for members of source_list_id');
  if (set.length > 0 && (source_list_id === undefined || kind !== 'set_fields'))
    throw invalidValue('/set', 'is only for the kind set_fields with source_list_id');
  if (kind === 'add_to_list' && list_id === undefined)
    throw invalidValue('/list_id', 'is missing; the kind add_to_list adds the companies to this list');
  if (kind !== 'add_to_list' && list_id !== undefined)
    throw invalidValue('/list_id', 'is only for the kind add_to_list');
  return {
    kind,
    name: name ?? null,
    minConfidence: min_confidence,
    maxCredits: max_credits ?? null,
    isShared: shared ?? false,
    listId: list_id ?? null,
    ...(source_list_id !== undefined && {
      source: { listId: source_list_id, tier, search, values: readValues(set) },
    }),
  };
}

/** Reads values that all rows get, such as `org.score=12`. @throws Fault validation_error */
function readValues(set: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [index, each] of set.entries()) {
    const end = each.indexOf('=');
    const key = each.slice(0, end);
    if (end < 0 || !key.startsWith('org.') || key in values)
      throw invalidValue(
        `/set/${index}`,
        'must be a key such as org.score, "=" and the value, once for each field',
      );
    values[key] = each.slice(end + 1);
  }
  return values;
}

/** @param pointer parameter for which no file is needed. @throws Fault validation_error if a body was sent */
function requireNoBody({ headers }: IncomingMessage, pointer: string, message: string): void {
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
  throw invalidValue(pointer, message);
}

/** Reads the type and the charset of a file. JSON is UTF-8. @throws Fault unsupported_media_type */
function formatOf({ headers }: IncomingMessage): { format: UploadFormat; encoding: string } {
  const sent = headers['content-type'] ?? '';
  const [type, charset] = partsOf(sent.toLowerCase()).map((part) =>
    part.replace(/^charset\s*=\s*"?([^"]*)"?$/, '$1'),
  );
  const format = Object.entries(UPLOAD_FORMATS).find(([name]) => name === type)?.[1];
  const encoding = encodingOf(charset);
  if (format && encoding && (format === 'csv' || ['utf-8', GUESSED].includes(encoding)))
    return { format, encoding };
  throw new Fault(
    'unsupported_media_type',
    'Send the file with Content-Type: text/csv, perhaps with its charset, or application/x-ndjson, which is UTF-8.',
  );
}
