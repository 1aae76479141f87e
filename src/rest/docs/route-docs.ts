import type { z } from 'zod';
import type { ProblemCode } from '../schemas/problems.ts';

export type Tag = 'Companies' | 'Enrichment' | 'Filters' | 'Lists' | 'Definitions' | 'Members' | 'Sharing';

/** Headers that only some answers carry; what they mean, openapi/headers.ts says. */
export type AnswerHeader =
  | 'ETag'
  | 'Location'
  | 'Content-Location'
  | 'Content-Disposition'
  | 'X-Credits-Charged'
  | 'X-Credits-Remaining';

export interface Answer {
  description: string;
  /** Absent: the answer has no body. */
  schema?: z.ZodType;
  /** JSON unless given. */
  mediaType?: 'text/csv';
  headers?: readonly AnswerHeader[];
  example?: unknown;
}

export interface Said {
  description: string;
  example?: unknown;
  /** Keywords of JSON Schema for what the service behind the door checks. */
  bounds?: Readonly<Record<string, number>>;
}

/** What the documentation says of a route beyond what its schemas tell. */
export interface RouteDocs {
  tag: Tag;
  summary: string;
  description: string;
  /** What `path`, `query` and body hold, where the schema does not say it. */
  parameters?: Readonly<Record<string, Said>>;
  requestExample?: unknown;
  /** Whether If-Match is heeded. */
  conditional?: boolean;
  answers: Partial<Record<200 | 201 | 204, Answer>>;
  /** Errors beside those that every route can give (openapi/errors.ts). */
  errors: readonly ProblemCode[];
}

/** The errors of routes below /v1/lists, by what they need. */
export const PERSONAL = ['user_credential_required'] as const;
export const READS_LIST = [...PERSONAL, 'list_not_found'] as const;
export const CHANGES_LIST = [...READS_LIST, 'insufficient_access'] as const;
