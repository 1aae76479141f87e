import { type DocumentNode, GraphQLError, type ParseOptions, parse, type Source } from 'graphql';
import { Fault } from '../lib/fault.ts';
import { slimLocations } from './slim-locations.ts';
import { surveyDocument } from './survey-document.ts';

/** Far more than people write. Comments count: each is a token that the parser creates and keeps. */
const MAX_TOKENS = 5_000;
/** Levels of nested brackets. Validation and execution are recursive, and the stack limits their depth. */
const MAX_NESTING = 300;

/**
 * Parses a document within limits of length, tokens and nesting. The document keeps the positions of its nodes, but no
 * tokens.
 *
 * @throws GraphQLError
 * @throws Fault document_too_large
 */
export function parseBounded(
  source: string | Source,
  maxBytes: number,
  options?: ParseOptions,
): DocumentNode {
  const text = typeof source === 'string' ? source : source.body;
  assertDocumentSize(text, maxBytes);
  const { comments, nesting } = surveyDocument(text);
  if (nesting > MAX_NESTING) throw nestedTooDeep();
  if (comments > MAX_TOKENS) throw tooManyTokens();
  try {
    return slimLocations(parse(source, { ...options, maxTokens: MAX_TOKENS - comments }));
  } catch (error) {
    if (error instanceof RangeError) throw nestedTooDeep();
    // The message of the parser states the limit without the comments.
    throw error instanceof GraphQLError && error.message.includes('Parsing aborted')
      ? tooManyTokens()
      : error;
  }
}

/** @throws Fault document_too_large */
export function assertDocumentSize(text: string, maxBytes: number): void {
  // A character takes three bytes at most, so that few documents are measured.
  if (text.length * 3 <= maxBytes) return;
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return;
  const message = `The document has ${bytes} bytes; the limit is ${maxBytes}, comments included. Send data as variables, and split it into several requests.`;
  throw new Fault('document_too_large', message, { details: { found: bytes, limit: maxBytes } });
}

function tooManyTokens(): GraphQLError {
  return parseError(`Document contains more than ${MAX_TOKENS} tokens, comments included. Parsing aborted.`);
}

function nestedTooDeep(): GraphQLError {
  return parseError('the document is nested too deep.');
}

function parseError(text: string): GraphQLError {
  return new GraphQLError(`Syntax Error: ${text}`, { extensions: { code: 'GRAPHQL_PARSE_FAILED' } });
}
