import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Fault, FaultCode } from '../lib/fault.ts';
import { isJsonObject } from '../lib/json.ts';
import type { Json } from './tool.ts';

/** The tool that mends an error, with what to do there. */
interface Advice {
  tool?: string;
  do: string;
}

const LISTS: Advice = { tool: 'get_lists', do: 'Call it without list_id to see the lists of this caller.' };
const LESS: Advice = { do: 'Ask for less: a smaller limit, fewer rows or fewer conditions.' };
const LATER: Advice = { do: 'Wait for retry_after seconds, then repeat the call.' };
const COMPANY: Advice = {
  tool: 'match_companies',
  do: 'Send what you know of the company: name, domain, e-mail address.',
};
const CREDITS: Advice = {
  tool: 'enrich',
  do: 'Name fewer domains, or ask an admin for credits. Nothing was charged.',
};

/** What to do about an error. Codes that are not named have no remedy among the tools. */
const ADVICE: Partial<Record<FaultCode, Advice>> = {
  list_not_found: LISTS,
  company_not_found: COMPANY,
  batch_too_large: LESS,
  answer_too_large: LESS,
  cost_too_large: LESS,
  members_too_large: LESS,
  rate_limited: LATER,
  overloaded: LATER,
  unavailable: LATER,
  timeout: LESS,
  insufficient_credits: CREDITS,
  max_credits_exceeded: {
    tool: 'enrich',
    do: 'The price rose. Nothing was charged; call it again for a new quote.',
  },
  credit_limit_reached: { do: 'The monthly limit of this key is used up. Stop, and tell the person.' },
  user_credential_required: { do: 'Lists belong to people. Ask for a personal key (cds_user_…).' },
  cursor_expired: { tool: 'read_events', do: 'Call it with cursor "now", and read the lists anew.' },
  definition_conflict: { tool: 'get_lists', do: 'The list changed meanwhile. Read it again, then repeat.' },
  idempotency_key_reused: { do: 'Use another request_id for another change.' },
  idempotency_in_progress: LATER,
  insufficient_access: { tool: 'get_lists', do: 'Choose a list with access_level editor or owner.' },
};

/** Errors of a definition that another value mends. */
const VALUES: Advice = {
  tool: 'find_filter_values',
  do: 'Search the value that you mean, then repeat the call with its field and value.',
};

/** Returns a fault as the result of a tool, so that a model can mend its call. @param tool the one that was called */
export function toErrorResult({ code, message, details }: Fault, tool: string): CallToolResult {
  const next = adviceOf(code, details, tool);
  const body = { error: code, message, ...details, ...(next && { next }) };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body };
}

function adviceOf(code: FaultCode, { errors }: Json, tool: string): Advice | undefined {
  if (code === 'invalid_definition') {
    const codes = Array.isArray(errors) ? errors.map((each) => isJsonObject(each) && each.code) : [];
    const isValue = codes.some((each) => each === 'unknown_value' || each === 'unknown_field');
    return isValue ? VALUES : { tool, do: 'Correct the definition at each pointer, then repeat the call.' };
  }
  if (code === 'validation_error')
    return { tool, do: 'Correct what each pointer names, then repeat the call.' };
  return ADVICE[code];
}
