export interface DocumentSurvey {
  comments: number;
  /** Levels of nested brackets. */
  nesting: number;
}

/** A comment or a string. Without its end, a block string reaches to the end of the text, any other to that of the line. */
const SKIPPED = /#[^\n\r]*|""".*?(?:(?<!\\)"""|$)|"(?:[^"\\\n\r]+|\\.)*"?/sy;

/**
 * Counts what graphql-js does not count before it parses: comments, which its limit of tokens leaves out, and nested
 * brackets. This takes a tenth of the time of parsing. For a document that does not parse, the result is a guess.
 */
export function surveyDocument(text: string): DocumentSurvey {
  let comments = 0;
  let depth = 0;
  let nesting = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 35: // #
        comments += 1;
        at = lastOf(text, at);
        break;
      case 34: // "
        at = lastOf(text, at);
        break;
      case 40: // (
      case 91: // [
      case 123: // {
        depth += 1;
        if (depth > nesting) nesting = depth;
        break;
      case 41:
      case 93:
      case 125:
        depth -= 1;
    }
  }
  return { comments, nesting };
}

/** Returns the position of the last character of the comment or string that starts here. */
function lastOf(text: string, start: number): number {
  SKIPPED.lastIndex = start;
  SKIPPED.test(text);
  return SKIPPED.lastIndex - 1;
}
