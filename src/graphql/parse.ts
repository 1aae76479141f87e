import { type DocumentNode, GraphQLError, type ParseOptions, parse, type Source, TokenKind } from 'graphql';

/** Far above what people write. */
const MAX_TOKENS = 5_000;
/** Brackets in each other. What comes after the parser works by recursion, whose depth the stack limits. */
const MAX_NESTING = 300;

/**
 * Parses within bounds of length and of depth.
 *
 * @throws GraphQLError
 */
export function parseBounded(source: string | Source, options?: ParseOptions): DocumentNode {
  try {
    const document = parse(source, { ...options, maxTokens: MAX_TOKENS });
    if (nestingOf(document) > MAX_NESTING) throw nestedTooDeep();
    return document;
  } catch (error) {
    throw error instanceof RangeError ? nestedTooDeep() : error;
  }
}

const OPENING: readonly string[] = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L];
const CLOSING: readonly string[] = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R];

function nestingOf({ loc }: DocumentNode): number {
  let here = 0;
  let deepest = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) {
    if (OPENING.includes(token.kind)) here += 1;
    else if (CLOSING.includes(token.kind)) here -= 1;
    deepest = Math.max(deepest, here);
  }
  return deepest;
}

function nestedTooDeep(): GraphQLError {
  return new GraphQLError('Syntax Error: the document is nested too deep.', {
    extensions: { code: 'GRAPHQL_PARSE_FAILED' },
  });
}
