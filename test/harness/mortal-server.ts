import type { ChildProcess } from 'node:child_process';
import { type Running, startServer } from './process.ts';
import { type DatabaseProxy, startProxy } from './proxy.ts';
import { passageOf } from './statement-gate.ts';

/** A statement at which a process is killed: before it reaches the database, or before its answer reaches the process. */
export interface KillPoint {
  when: 'before' | 'after';
  /** How its name or text begins. Default: any. */
  statement?: string | undefined;
  /** How many of these statements the process survives. */
  skip: number;
}

/** A shot at the first process that meets a statement. */
export class Shot {
  readonly #point: KillPoint;
  #passed = 0;
  isSpent = false;

  constructor(point: KillPoint) {
    this.#point = point;
  }

  hits(when: KillPoint['when'], met: string): boolean {
    const { statement = '', skip } = this.#point;
    if (this.isSpent || when !== this.#point.when || !met.startsWith(statement)) return false;
    this.#passed += 1;
    return this.#passed > skip;
  }
}

/** Kills a process (-9) at a statement that it sends to the database through this. */
export class Killer {
  /** Processes that were killed. */
  kills = 0;
  readonly #proxy: DatabaseProxy;
  #aim: { child: ChildProcess; shot: Shot; kill: () => boolean } | undefined;

  private constructor(proxy: DatabaseProxy) {
    this.#proxy = proxy;
  }

  static async start(databaseUrl: string): Promise<Killer> {
    const proxy = await startProxy(databaseUrl, () =>
      passageOf({
        before: (statement) => killer.#meet('before', statement),
        after: (statement) => killer.#meet('after', statement),
      }),
    );
    const killer = new Killer(proxy);
    return killer;
  }

  /** URL of the database for the process. */
  get url(): string {
    return this.#proxy.url;
  }

  /** @param kill kills another process than the child, such as one of its own. Tells whether it did. */
  aim(child: ChildProcess, shot: Shot, kill = () => child.kill('SIGKILL')): void {
    this.#aim = { child, shot, kill };
    // Its successor is not meant.
    child.once('exit', () => {
      if (this.#aim?.child === child) this.#aim = undefined;
    });
  }

  stop(): Promise<void> {
    return this.#proxy.stop();
  }

  #meet(when: KillPoint['when'], met: string): Promise<void> | undefined {
    if (!this.#aim?.shot.hits(when, met) || !this.#aim.kill()) return undefined;
    this.#aim.shot.isSpent = true;
    this.#aim = undefined;
    this.kills += 1;
    // Neither the statement nor its answer goes on.
    return new Promise(() => undefined);
  }
}

/** A server in a process of its own, which starts again each time that it was killed. */
export class MortalServer {
  readonly #killer: Killer;
  readonly #env: Record<string, string>;
  #running: Running | undefined;
  #up: Promise<void>;
  #isClosed = false;
  /** Where it listens; undefined while it is not ready. */
  url: string | undefined;

  private constructor(killer: Killer, env: Record<string, string>) {
    this.#killer = killer;
    this.#env = env;
    this.#up = this.#start();
  }

  /** Resolves when it is ready. */
  static async start(databaseUrl: string, env: Record<string, string>): Promise<MortalServer> {
    const server = new MortalServer(await Killer.start(databaseUrl), env);
    await server.#up;
    return server;
  }

  get kills(): number {
    return this.#killer.kills;
  }

  /** Resolves when it is ready again. */
  ready(): Promise<void> {
    return this.#up;
  }

  /** Kills it at once if it is ready. */
  kill(): void {
    if (this.url === undefined || !this.#running?.child.kill('SIGKILL')) return;
    this.url = undefined;
    this.#killer.kills += 1;
  }

  /** Kills it at a statement, or what `kill` kills. Does nothing while it starts. */
  aim(shot: Shot, kill?: () => boolean): void {
    if (this.url !== undefined && this.#running) this.#killer.aim(this.#running.child, shot, kill);
  }

  get pid(): number | undefined {
    return this.#running?.child.pid;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#up;
    this.#running?.child.kill('SIGKILL');
    await this.#running?.finished;
    await this.#killer.stop();
  }

  /** A start may fail on a busy machine. Then it starts once more, as under a supervisor. */
  async #start(): Promise<void> {
    const env = { ...this.#env, DATABASE_URL: this.#killer.url, PORT: '0' };
    const { server, url } = await startServer(env).catch(() => startServer(env));
    this.#running = server;
    this.url = url;
    void server.finished.then(() => {
      this.url = undefined;
      if (!this.#isClosed) this.#up = this.#start();
    });
  }
}
