import type { Readable } from 'node:stream';
import pg from 'pg';

/** Reading so many rows takes a millisecond or two. */
const ROWS_PER_TURN = 1_000;

/**
 * Lets others run before more is read. A socket reads as long as there is more, megabytes in one turn of the event loop,
 * and all of their rows would be read in it.
 */
function leaveTurn(stream: Readable): void {
  if (stream.isPaused()) return;
  stream.pause();
  setImmediate(() => stream.resume());
}

/**
 * A statement that writes and reads its own messages (node-postgres' `Submittable`, as pg-cursor does) and passes rows on
 * as they arrive. It leaves out what node-postgres does for each statement, such as describing the columns and making an
 * object of each row: that takes longer than a small result.
 */
export abstract class SubmittedStatement<Message> implements pg.Submittable {
  /** Recordings, traces and logs show it. */
  abstract readonly text: string;
  /** Set by node-postgres. */
  callback: ((error: Error | null, result?: { rowCount: number }) => void) | undefined;
  #rowCount = 0;
  #rowsOfTurn = 0;
  #stream: Readable | undefined;
  #failure: unknown;

  get rowCount(): number {
    return this.#rowCount;
  }

  submit(connection: pg.Connection): void {
    this.#stream = connection.stream;
    this.send(connection);
  }

  /** Writes the messages of the statement. */
  protected abstract send(connection: pg.Connection): void;

  /** Takes a message that holds rows. @returns how many. */
  protected abstract take(message: Message): number;

  /**
   * Resolves when all rows have arrived. A statement that failed before its first row may run again.
   *
   * @param db a pool, or a connection inside a transaction.
   * @throws the error of PostgreSQL or of the connection, or the first error that `take` throws.
   */
  async run(db: Pick<pg.Pool, 'query'>): Promise<void> {
    this.callback = undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const callback: SubmittedStatement<Message>['callback'] = (error) =>
          error ? reject(error) : resolve();
        // Pools and clients take a callback for a Submittable; the types leave it out.
        Reflect.apply(db.query, db, [this, undefined, callback]);
      });
    } catch (error) {
      // Shows the caller instead of the socket, as node-postgres does for its own statements.
      if (error instanceof pg.DatabaseError) Error.captureStackTrace(error);
      throw error;
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Passes a message to `take`. An error must not be thrown from here: it would break the connection. */
  protected receive(message: Message): void {
    if (this.#failure !== undefined) return;
    try {
      const rows = this.take(message);
      this.#rowCount += rows;
      this.#rowsOfTurn += rows;
    } catch (error) {
      this.#failure = error;
    }
    if (this.#rowsOfTurn >= ROWS_PER_TURN && this.#stream) {
      this.#rowsOfTurn = 0;
      leaveTurn(this.#stream);
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
