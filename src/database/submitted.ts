import pg from 'pg';

declare module 'pg' {
  interface Connection {
    /** The texts of the statements that are prepared here, by name; node-postgres keeps it. */
    readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  }
}

/** How node-postgres runs something: the pool or one connection. */
export type Submitter = Pick<pg.Pool, 'query'>;

type Callback<Result> = (error: Error | null, result?: Result) => void;

/**
 * A statement that writes and reads its messages itself (node-postgres' `Submittable`, as pg-cursor is one). What it does
 * for every statement, such as having the columns described and naming them in an object a row, takes longer than a small
 * answer.
 */
export abstract class Submitted<Result> implements pg.Submittable {
  /** What recordings, traces and logs show. */
  abstract readonly text: string;
  /** Set by node-postgres. */
  callback: Callback<Result> | undefined;

  abstract submit(connection: pg.Connection): void;
  protected abstract finish(): Result;

  /** @throws whatever PostgreSQL or the connection fails with, or `finish`. */
  async run(db: Submitter): Promise<Result> {
    try {
      return await new Promise((resolve, reject) => {
        const callback: Callback<Result> = (error, result) =>
          error ? reject(error) : resolve(result as Result);
        // The pool and its connections take a callback for what is submitted, which the types leave out.
        Reflect.apply(db.query, db, [this, undefined, callback]);
      });
    } catch (error) {
      // As node-postgres does: who asked is of more use than how the message arrived.
      if (error instanceof pg.DatabaseError) Error.captureStackTrace(error);
      throw error;
    }
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    let result: Result;
    try {
      result = this.finish();
    } catch (error) {
      this.callback?.(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.callback?.(null, result);
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}
