import pg from 'pg';
import type { Queryable } from './client.ts';

declare module 'pg' {
  interface Connection {
    /** The texts of the statements that are prepared here, by name; node-postgres keeps it. */
    readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  }
}

/** What who watches the pool is told. */
interface Outcome {
  rowCount: number;
}

/**
 * A statement that writes and reads its messages itself (node-postgres' `Submittable`, as pg-cursor is one) and hands on
 * rows as they arrive. What node-postgres does for every statement, such as having the columns described and naming them
 * in an object a row, takes longer than a small answer.
 */
export abstract class Submitted<Message> implements pg.Submittable {
  /** What recordings, traces and logs show. */
  abstract readonly text: string;
  /** Set by node-postgres. */
  callback: ((error: Error | null, result?: Outcome) => void) | undefined;
  #rowCount = 0;
  #failure: unknown;

  /** Rows that have arrived. */
  get rowCount(): number {
    return this.#rowCount;
  }

  abstract submit(connection: pg.Connection): void;

  /** Takes a message with rows. @returns how many. */
  protected abstract take(message: Message): number;

  /**
   * Resolves when all rows have arrived.
   *
   * @throws whatever PostgreSQL or the connection fails with, or `take`, which is then given no more.
   */
  async run(db: Queryable): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        const callback: Submitted<Message>['callback'] = (error) => (error ? reject(error) : resolve());
        // The pool and its connections take a callback for what is submitted, which the types leave out.
        Reflect.apply(db.query, db, [this, undefined, callback]);
      });
    } catch (error) {
      // As node-postgres does: who asked is of more use than how the message arrived.
      if (error instanceof pg.DatabaseError) Error.captureStackTrace(error);
      throw error;
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Thrown out of here, an error would be one of the connection. */
  protected receive(message: Message): void {
    if (this.#failure !== undefined) return;
    try {
      this.#rowCount += this.take(message);
    } catch (error) {
      this.#failure = error;
    }
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    this.callback?.(null, { rowCount: this.#rowCount });
  }

  handleCommandComplete(): void {}
}
