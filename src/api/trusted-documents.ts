import { readFileSync } from 'node:fs';
import { type DocumentNode, GraphQLError, parse, validate } from 'graphql';
import type { TrustedDocuments } from '../graphql/persisted-documents.ts';
import { StartupError } from '../lib/fault.ts';
import { isJsonObject } from '../lib/json.ts';
import { schema } from './schema.ts';

/** More than these tell nothing that the first do not. */
const NAMED_FAULTS = 20;

const TRUSTED = 'TRUSTED_DOCUMENTS';

/**
 * Reads the file of TRUSTED_DOCUMENTS: a JSON file of `{ id: document }`, as graphql-codegen's `persistedDocuments` writes
 * it. What the ids contain is between the client and its build.
 *
 * @throws StartupError naming every document that does not parse or does not fit the schema.
 */
export function loadTrustedDocuments(path: string): TrustedDocuments {
  const faults: string[] = [];
  const documents = new Map<string, () => DocumentNode>();
  for (const [id, text] of Object.entries(readObject(path, TRUSTED))) {
    const read = readDocument(text);
    if (Array.isArray(read)) faults.push(...read.map((fault) => `${id}: ${fault}`));
    else documents.set(id, () => read);
  }
  if (faults.length === 0) return documents;
  const more = faults.length > NAMED_FAULTS ? `; and ${faults.length - NAMED_FAULTS} more` : '';
  throw new StartupError(
    `wrong documents in ${path} (${TRUSTED}): ${faults.slice(0, NAMED_FAULTS).join('; ')}${more}`,
  );
}

/**
 * Reads documents that belong to this build, which has compared them with the schema. Each is parsed at its first use,
 * because parsing them all would take a tenth of the start.
 *
 * @param part name of the part that they belong to, for messages.
 * @throws StartupError if the file cannot be read.
 */
export function loadOwnDocuments(path: string, part: string): TrustedDocuments {
  const entries = Object.entries(readObject(path, part));
  return new Map(entries.map(([id, text]) => [id, onceParsed(String(text))]));
}

function onceParsed(text: string): () => DocumentNode {
  let document: DocumentNode | undefined;
  return () => {
    document ??= parse(text);
    return document;
  };
}

function readObject(path: string, source: string): object {
  const value = readJson(path, source);
  if (isJsonObject(value) && Object.keys(value).length > 0) return value;
  throw new StartupError(`${path} (${source}) must hold a JSON object of documents by their ids`);
}

function readJson(path: string, source: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new StartupError(`cannot read ${path} (${source}): ${text}`, { cause: error });
  }
}

/** @returns the document, or what is wrong with it. */
function readDocument(text: unknown): DocumentNode | string[] {
  if (typeof text !== 'string') return ['must be a text'];
  try {
    const document = parse(text);
    const errors = validate(schema, document);
    return errors.length > 0 ? errors.map(({ message }) => message) : document;
  } catch (error) {
    if (error instanceof GraphQLError) return [error.message];
    throw error;
  }
}
