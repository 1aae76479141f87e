import { Transform, type TransformCallback } from 'node:stream';
import type { Passage } from './proxy.ts';

/** What a test does at the statements of a process, each known by its name; those without one by their text. */
export interface StatementGate {
  /** Runs before a statement goes on to the database, which waits for it. */
  before?: (statement: string) => void | Promise<void>;
  /** Runs when the first bytes of an answer have arrived, which wait for it. The statement has run. */
  after?: (statement: string) => void | Promise<void>;
}

/** Bytes of a message before its content: the type and the length. The first message of a connection has no type. */
const HEADER = 5;

/** Creates the passage of a connection that stops at each statement (PostgreSQL manual, "Message Formats"). */
export function passageOf({ before, after }: StatementGate): Passage {
  const texts = new Map<string, string>();
  let running: string | undefined;
  let rest: Buffer = Buffer.alloc(0);
  let hasBegun = false;

  /** Returns the statement that a message begins to run; undefined for other messages. */
  const statementOf = (message: Buffer): string | undefined => {
    const [first = '', second = ''] = message.toString('latin1', HEADER).split('\0');
    const type = message.toString('latin1', 0, 1);
    if (type === 'P') texts.set(first, second);
    if (type === 'Q') return first;
    // A Bind names its portal, then the statement, which sees the data of this moment.
    return type === 'B' ? second || texts.get('') : undefined;
  };

  const takeMessage = (): Buffer | undefined => {
    const start = hasBegun ? 1 : 0;
    if (rest.length < start + 4) return undefined;
    const end = start + rest.readInt32BE(start);
    if (rest.length < end) return undefined;
    const message = rest.subarray(0, end);
    rest = rest.subarray(end);
    return message;
  };

  async function send(this: Transform, chunk: Buffer): Promise<void> {
    rest = Buffer.concat([rest, chunk]);
    for (let message = takeMessage(); message; message = takeMessage()) {
      const statement = hasBegun ? statementOf(message) : undefined;
      hasBegun = true;
      if (statement !== undefined) await before?.(statement);
      running = statement ?? running;
      this.push(message);
    }
  }

  async function receive(this: Transform, chunk: Buffer): Promise<void> {
    const statement = running;
    running = undefined;
    if (statement !== undefined) await after?.(statement);
    this.push(chunk);
  }

  return { toDatabase: transformBy(send), fromDatabase: transformBy(receive) };
}

function transformBy(work: (this: Transform, chunk: Buffer) => Promise<void>): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      work.call(this, chunk).then(() => done(), done);
    },
  });
}
