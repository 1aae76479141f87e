/** A result of a subscription as it was received. */
export interface EventResult {
  data?: Record<string, unknown> | null;
  errors?: Array<{ message: string; extensions: Record<string, unknown> }>;
}

export interface EventStream {
  status: number;
  headers: Headers;
  /** Returns the next result; undefined once the stream is complete. */
  next(): Promise<EventResult | undefined>;
  /** Reads to the end. @returns the remaining results. */
  rest(): Promise<EventResult[]>;
  /** Whether the server ended with `event: complete`; known once the stream has ended. */
  isComplete(): boolean;
  /** Returns the number of comments received, which keep the connection alive. */
  comments(): number;
  /** Disconnects without notice, as a browser does. */
  leave(): void;
}

export const SUBSCRIPTION = `subscription ($id: ID!) {
  listChanged(listId: $id) { kind definitionVersion revision at actor { name } list { name accessLevel } }
}`;

export interface Subscribe {
  key?: string | undefined;
  query?: string;
  variables?: object;
  headers?: Record<string, string>;
}

/** Subscribes over GraphQL over SSE, with a separate connection for each subscription ("distinct connections mode"). */
export async function subscribe(
  url: string,
  { key, query = SUBSCRIPTION, variables, headers }: Subscribe,
): Promise<EventStream> {
  const control = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    signal: control.signal,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      ...(key ? { 'X-API-Key': key } : {}),
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  });
  let complete = false;
  let comments = 0;
  const blocks = readBlocks(response);
  const next = async (): Promise<EventResult | undefined> => {
    for await (const block of { [Symbol.asyncIterator]: () => blocks }) {
      if (block.startsWith(':')) comments += 1;
      if (block.startsWith('event: complete')) complete = true;
      const data = /^event: next\ndata: (.*)$/.exec(block)?.[1];
      if (data !== undefined) return JSON.parse(data);
    }
    return undefined;
  };
  return {
    status: response.status,
    headers: response.headers,
    next,
    async rest() {
      const results: EventResult[] = [];
      for (let result = await next(); result; result = await next()) results.push(result);
      return results;
    },
    isComplete: () => complete,
    comments: () => comments,
    leave: () => control.abort(),
  };
}

/** Yields the parts between blank lines. Leaving a loop over it does not end the stream. */
function readBlocks(response: Response): AsyncIterator<string> {
  const blocks = splitBlocks(response);
  return { next: () => blocks.next() };
}

async function* splitBlocks({ body }: Response): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks;
  }
  return undefined;
}
