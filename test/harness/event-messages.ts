import type { IncomingHttpHeaders } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { asyncApiDocument } from '../../src/rest/asyncapi/document.ts';
import { closed } from './closed.ts';

export interface DocumentedMessage {
  examples: { headers?: object; payload: Record<string, unknown> }[];
}

interface Document {
  components: { messages: Record<string, DocumentedMessage> };
}

const document = closed(JSON.parse(JSON.stringify(asyncApiDocument))) as Document;
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
addFormats.default(ajv);
ajv.addSchema(document, 'asyncapi.json');

/** Messages of asyncapi.json, by name. */
export const { messages } = document.components;

/** Returns what is wrong with a value against a part of the document. */
function faultsAt(what: string, path: string, value: unknown): string[] {
  const validate = ajv.getSchema(`asyncapi.json#/components/${path}`);
  if (!validate) return [`asyncapi.json documents no ${what}`];
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Returns what is wrong with a message against its payload in asyncapi.json. */
export function faultsOfPayload(name: string, payload: unknown): string[] {
  return faultsAt(name, `messages/${name}/payload`, payload);
}

/** Returns what is wrong with the headers of a request of a webhook, beside those of HTTP itself. */
export function faultsOfHeaders(headers: IncomingHttpHeaders): string[] {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'));
  return faultsAt('headers', 'messageTraits/signed/headers', Object.fromEntries(own));
}

/** Returns what is wrong with a request of a webhook. */
export function faultsOfRequest({ headers, body }: { headers: IncomingHttpHeaders; body: string }): string[] {
  const payload = JSON.parse(body);
  return [
    ...faultsOfHeaders(headers),
    ...faultsOfPayload('text' in payload ? 'slack' : payload.type, payload),
  ];
}
