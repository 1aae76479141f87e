import { type DocumentNode, GraphQLError, type ParseOptions, parse, type Source } from 'graphql';
import { Fault } from '../lib/fault.ts';
import { slimLocations } from './slim-locations.ts';
import { surveyDocument } from './survey-document.ts';

/** Far above what people write. Comments count: each is a token that the parser makes and keeps. */
const MAX_TOKENS = 5_000;
/** Brackets in each other. What comes after the parser works by recursion, whose depth the stack limits. */
const MAX_NESTING = 300;

/**
 * Parses within bounds of length, tokens and depth. The document keeps the positions of its nodes and none of its tokens.
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
    // The parser names what was left for it after the comments.
    throw error instanceof GraphQLError && error.message.includes('Parsing aborted')
      ? tooManyTokens()
      : error;
  }
}

/** @throws Fault document_too_large */
export function assertDocumentSize(text: string, maxBytes: number): void {
  // A character takes three bytes at most: hardly any document has to be measured.
  if (text.length * 3 <= maxBytes) return;
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return;
  const message = `The document has ${bytes} bytes; the limit is ${maxBytes}, comments included. Send data as variables, and split it into several requests.`;
  throw new Fault('document_too_large', message, { details: { found: bytes, limit: maxBytes } });
}

function tooManyTokens(): GraphQLError {
  return new GraphQLError(
    `Syntax Error: Document contains more than ${MAX_TOKENS} tokens, comments included. Parsing aborted.`,
    { extensions: { code: 'GRAPHQL_PARSE_FAILED' } },
  );
}

function nestedTooDeep(): GraphQLError {
  return new GraphQLError('Syntax Error: the document is nested too deep.', {
    extensions: { code: 'GRAPHQL_PARSE_FAILED' },
  });
}
