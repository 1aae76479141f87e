import { z } from 'zod';
import { type Violation, validationFault } from '../lib/fault.ts';
import type { Principal } from '../lib/principal.ts';
import { MAX_VIOLATIONS } from '../lib/request-limits.ts';
import { cut, didYouMeanKey, suggested } from '../lib/text.ts';
import { toViolations } from '../rest/input.ts';
import type { Call } from './call.ts';
import type { Confirm } from './confirm.ts';

/** Groups of tools, by which a client chooses. */
export const TOOLSETS = ['research', 'lists', 'spend'] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** What a tool works with, for the caller of one request. */
export interface Session {
  call: Call;
  principal: Principal;
  /** Origin of the pages that answers link to. */
  publicUrl: string;
  /** Asks the person behind the client for a price. */
  confirm: Confirm;
}

export type Json = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly toolset: Toolset;
  /** Whether it writes or spends. */
  readonly writes: boolean;
  /** The tool as `tools/list` shows it. */
  readonly shown: {
    name: string;
    title: string;
    description: string;
    inputSchema: { type: 'object'; [key: string]: unknown };
    outputSchema: { type: 'object'; [key: string]: unknown };
    annotations: Json;
  };
  /** @throws Fault */
  run(session: Session, given: unknown): Promise<Json>;
}

interface ToolRow<Input extends z.ZodObject> {
  title: string;
  toolset: Toolset;
  description: string;
  input: Input;
  /** Types of the keys of an answer, by their names. */
  output: Readonly<Record<string, 'array' | 'boolean' | 'integer' | 'object' | 'string' | 'number'>>;
  writes?: boolean;
  /** Whether it overwrites something, or spends credits. */
  isDestructive?: boolean;
  run: (session: Session, given: z.output<Input>) => Promise<Json>;
}

/** Declares a tool. Its schemas are made once a process. */
export function defineTool<Input extends z.ZodObject>(name: string, row: ToolRow<Input>): Tool {
  const { title, toolset, description, input, output, writes = false, isDestructive = false, run } = row;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const properties = Object.fromEntries(Object.entries(output).map(([key, type]) => [key, { type }]));
  return {
    name,
    toolset,
    writes,
    shown: {
      name,
      title,
      description,
      inputSchema: { ...inputSchema, type: 'object' },
      outputSchema: { type: 'object', properties },
      annotations: writes ? { destructiveHint: isDestructive } : { readOnlyHint: true },
    },
    run: async (session, given) => run(session, parseArguments(input, given)),
  };
}

/**
 * Parses the arguments of a tool.
 *
 * @throws Fault validation_error that names each value that is wrong, what is allowed there, and similar names.
 */
function parseArguments<Input extends z.ZodObject>(schema: Input, given: unknown): z.output<Input> {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap((issue) =>
    toViolations(issue).map((violation) => advised(violation, issue, Object.keys(schema.shape))),
  );
  throw validationFault(errors.slice(0, MAX_VIOLATIONS));
}

/** Adds to a violation what a model can send instead. */
function advised(violation: Violation, issue: z.core.$ZodIssue, names: readonly string[]): Violation {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
    const similar = didYouMeanKey(cut(violation.pointer.slice(1)), names);
    return { ...violation, ...suggested(`${violation.message}.`, similar), allowed: names };
  }
  return issue.code === 'invalid_value' ? { ...violation, allowed: issue.values } : violation;
}
