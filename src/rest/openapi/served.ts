import { readFileSync } from 'node:fs';
import { packagePath } from '../../lib/files.ts';

/** Prefix of every path of the REST API. */
export const PREFIX = '/v1';

/** Path of the OpenAPI document. */
export const OPENAPI_PATH = `${PREFIX}/openapi.json`;
/** Path of the AsyncAPI document. */
export const ASYNCAPI_PATH = `${PREFIX}/asyncapi.json`;

/** Writes a document for the address of a server, such as `https://data.example`, or `/` if it is not known. */
export type WriteFor = (address: string) => string;

/** Address of a server that is not known. */
export const RELATIVE = '/';

/** Stands for the servers while the document is cut at it. */
const SERVERS = '\u0000';

/** Reads the OpenAPI document that `npm run openapi` wrote from the routes. */
export function readOpenApi(): WriteFor {
  const description = 'The address through which this document was requested.';
  return readDocument('openapi.json', (address) => [{ url: address, description }]);
}

/** Reads the AsyncAPI document that `npm run openapi` wrote from the types of events. */
export function readAsyncApi(): WriteFor {
  return readDocument('asyncapi.json', (address, servers) => {
    if (address === RELATIVE) return servers;
    const { host, protocol } = new URL(address);
    const description = 'The address through which this document was requested.';
    return { ...servers, service: { host, protocol: protocol.slice(0, -1), description } };
  });
}

function readDocument(file: string, serversAt: (address: string, servers: object) => object): WriteFor {
  const { servers, before, after } = cut(file);
  const text = (address: string) =>
    JSON.stringify(serversAt(address, servers), null, 2).replaceAll('\n', '\n  ');
  return (address) => `${before}${text(address)}${after}\n`;
}

interface Cut {
  servers: object;
  before: string;
  after: string;
}

const cuts = new Map<string, Cut>();

/** Reads a document, in two parts between which its servers stand: once a process, since its megabyte does not change. */
function cut(file: string): Cut {
  const known = cuts.get(file);
  if (known) return known;
  const document = JSON.parse(readFileSync(packagePath(file), 'utf8'));
  const [before = '', after = ''] = JSON.stringify({ ...document, servers: SERVERS }, null, 2).split(
    JSON.stringify(SERVERS),
  );
  const parts = { servers: document.servers, before, after };
  cuts.set(file, parts);
  return parts;
}
