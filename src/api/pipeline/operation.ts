import type { ServerResponse } from 'node:http';
import type { DocumentNode } from 'graphql';
import type { Context } from '../../graphql/context.ts';

/** One operation of a caller, as REST and GraphQL make it. */
export interface Operation {
  /** Is valid. */
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
  /** Says who calls. */
  context: Context;
  /** What the answer will be sent with. */
  res: ServerResponse;
  /** Whether the service wrote the document, whose size is then known to be within the limits. */
  isSaved: boolean;
  /** Whether the answer is a file that is sent while it is read. */
  isFile?: boolean;
}
