import { createHash } from 'node:crypto';
import type { ServerContext } from '@modelcontextprotocol/server';
import { CLIENT_CAPABILITIES_META_KEY, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { isJsonObject, propertyOf } from '../lib/json.ts';
import { holderOf, type Principal } from '../lib/principal.ts';
import { counted } from '../lib/text.ts';

/** What a person is asked. */
export interface Question {
  /** Credits that the call will cost. */
  price: number;
  message: string;
}

/** Answer of a person: `key` makes the purchase run once, however often the client repeats it. */
type Confirmation = { is: 'given'; key: string } | { is: 'refused' } | { is: 'impossible' };

/**
 * Asks the person behind the client whether the price is fine, where the client can ask.
 *
 * @throws InputNeeded for the first round, which the client repeats with the answer.
 */
export type Confirm = (question: Question) => Promise<Confirmation>;

/** Signs what a round asks, and checks it in the next one (modules/sign-in/challenges.ts). */
export interface RoundSigner {
  issue(purpose: `mcp ${string}`): Promise<string>;
  isCurrent(purpose: `mcp ${string}`, challenge: string): Promise<boolean>;
}

/** Thrown out of a tool that needs the answer of a person first. */
export class InputNeeded extends Error {
  readonly result: ReturnType<typeof inputRequired>;

  constructor(result: ReturnType<typeof inputRequired>) {
    super('input needed');
    this.result = result;
  }
}

const KEY = 'price';

/**
 * Creates what asks for prices in one call of a tool. The state of a round is signed, for ten minutes, and bound to caller, tool,
 * arguments and price: another price is asked about again.
 */
export function createConfirm(
  signer: RoundSigner,
  ctx: ServerContext,
  principal: Principal,
  tool: string,
  given: unknown,
): Confirm {
  const { envelope, inputResponses, requestState } = ctx.mcpReq;
  return async ({ price, message }) => {
    const capabilities = propertyOf(envelope, CLIENT_CAPABILITIES_META_KEY);
    const elicitation = propertyOf(capabilities, 'elicitation');
    // Without a mode, a client can show forms.
    const canAsk =
      isJsonObject(elicitation) && (Object.keys(elicitation).length === 0 || 'form' in elicitation);
    if (!canAsk) return { is: 'impossible' };
    const bound = JSON.stringify([holderOf(principal), principal.keyId, tool, canonical(given), price]);
    const purpose = `mcp ${createHash('sha256').update(bound).digest('base64url')}` as const;
    const state = requestState<string>();
    if (typeof state === 'string' && (await signer.isCurrent(purpose, state))) {
      const answer = inputResponse(inputResponses, KEY);
      if (answer.kind === 'elicit')
        return answer.action === 'accept' && answer.content?.confirm === true
          ? { is: 'given', key: `mcp-${state}` }
          : { is: 'refused' };
    }
    const requestedSchema = {
      type: 'object' as const,
      properties: { confirm: { type: 'boolean' as const, title: `Spend ${counted(price, 'credit')}` } },
      required: ['confirm'],
    };
    throw new InputNeeded(
      inputRequired({
        inputRequests: { [KEY]: inputRequired.elicit({ message, requestedSchema }) },
        requestState: await signer.issue(purpose),
      }),
    );
  };
}

/** Returns arguments with the keys of all objects in one order: a client may write them in another one when it repeats the call. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, canonical(each)]),
  );
}
