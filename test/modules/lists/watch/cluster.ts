import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { pause } from '../../../harness/locks.ts';
import { type KillPoint, MortalServer, Shot } from '../../../harness/mortal-server.ts';
import type { TestService } from '../../../harness/service.ts';

/** Servers that a test kills, beside a service that survives and does no work of its own. */
export class Cluster {
  readonly servers: readonly MortalServer[];
  readonly #service: TestService;
  #turn = 0;

  private constructor(service: TestService, servers: readonly MortalServer[]) {
    this.#service = service;
    this.servers = servers;
  }

  static async start(service: TestService, count: number): Promise<Cluster> {
    const env = { WEBHOOK_ALLOW: '127.0.0.0/8', RATE_LIMIT: 'off' };
    const starting = Array.from({ length: count }, () => MortalServer.start(service.database.url, env));
    return new Cluster(service, await Promise.all(starting));
  }

  get kills(): number {
    return this.servers.reduce((sum, { kills }) => sum + kills, 0);
  }

  /** URLs by turns of the servers that are ready; of the service that survives if none is. */
  url(): string {
    const ready = this.servers.flatMap(({ url }) => url ?? []);
    this.#turn += 1;
    return ready[this.#turn % ready.length] ?? this.#service.url;
  }

  /** Sends a request, and sends it again until a process lives long enough to answer. @returns the body. */
  async send<Body = unknown>(key: string, method: string, path: string, body?: object): Promise<Body> {
    const request = {
      method,
      headers: {
        'X-API-Key': key,
        'Content-Type': 'application/json',
        ...(method !== 'GET' && { 'Idempotency-Key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
    for (;;) {
      this.#service.clock.set(new Date().toISOString());
      const answer = await fetch(this.url() + path, request)
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => undefined);
      if (answer && answer.status < 300) return JSON.parse(answer.text || 'null');
      // The process that has died still holds the key. Another one may be about to die.
      if (answer && !/idempotency_in_progress|unavailable/.test(answer.text))
        expect({ method, path, ...answer }).toEqual('a success');
      await this.passTime('1 minute');
      await pause();
    }
  }

  /** Lets time pass for all processes, whose clocks a test cannot move: what was to happen then is due so much earlier. */
  async passTime(interval: string): Promise<void> {
    const { pool } = this.#service.database;
    const earlier = (...columns: string[]) =>
      columns.map((column) => `${column} = ${column} - $1::interval`).join(', ');
    await pool.query(
      `WITH webhooks AS (UPDATE webhook SET ${earlier('next_attempt_at', 'leased_until', 'failing_since')}),
         lists AS (UPDATE list_watch SET ${earlier('lease_until')})
       UPDATE idempotency_record SET ${earlier('lease_until')}`,
      [interval],
    );
    await pool.query(`SELECT pg_notify('events', '')`);
  }

  /** Kills the first server that meets a statement. */
  killAt(point: KillPoint): void {
    const shot = new Shot(point);
    for (const server of this.servers) server.aim(shot);
  }

  killAll(): void {
    for (const server of this.servers) server.kill();
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close()));
  }
}
