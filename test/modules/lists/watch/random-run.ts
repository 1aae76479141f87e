import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { ImportKind } from '../../../../src/modules/import/kinds.ts';
import { pause } from '../../../harness/locks.ts';
import { Killer, type KillPoint, Shot } from '../../../harness/mortal-server.ts';
import { start } from '../../../harness/process.ts';
import { importRows } from '../../../harness/retire.ts';
import type { Tenant, TestService } from '../../../harness/service.ts';
import { PageReader, Subscriber } from '../../events/feed-readers.ts';
import { readAll, type ShownEvent } from '../../events/support.ts';
import { condition, daysBefore, definition } from '../../filters/support.ts';
import { BadReceiver } from '../../webhooks/bad-receivers.ts';
import { createWebhook, type Receiver, readWebhook, until } from '../../webhooks/support.ts';
import { createList } from '../operations.ts';
import type { Cluster } from './cluster.ts';
import { AGES, type Change, ListModel } from './list-model.ts';
import type { Step } from './random-steps.ts';
import { expectSum } from './sum-of-events.ts';
import { isEvaluated } from './support.ts';

/** Time for servers to start again, several times, and to do what is due. */
const SETTLED_MS = 120_000;

export interface Stage {
  service: TestService;
  cluster: Cluster;
  /** Whose list and feed it is; no other run has the same. */
  tenant: Tenant;
  /** The first gets all events, others those of the list alone. No other run has them. */
  receivers: readonly Receiver[];
  /** Where nothing may arrive. */
  trap: Receiver;
}

interface Endpoint {
  webhookId: number;
  receiver: BadReceiver;
  isWanted: (event: ShownEvent) => boolean;
}

/** A list with companies of its own, beside those of other runs, its receivers and readers, and what the model says. */
export class Run {
  readonly #stage: Stage;
  readonly #model = new ListModel();
  readonly #listId: number;
  readonly #cursor: string;
  readonly #endpoints: readonly Endpoint[];
  readonly #pages: PageReader;
  readonly #subscriber: Subscriber;
  #defined = 0;
  #enabled = 0;
  killedImports = 0;

  private constructor(stage: Stage, listId: number, cursor: string, endpoints: readonly Endpoint[]) {
    const { cluster, tenant } = stage;
    const { userKey } = tenant;
    this.#stage = stage;
    this.#listId = listId;
    this.#cursor = cursor;
    this.#endpoints = endpoints;
    this.#pages = new PageReader(cursor, (path) => cluster.send(userKey, 'GET', path));
    this.#subscriber = new Subscriber(cursor, userKey, () => cluster.url());
  }

  static async begin(stage: Stage): Promise<Run> {
    const { service, cluster, tenant, receivers, trap } = stage;
    const { userKey, name } = tenant;
    service.clock.set(new Date().toISOString());
    const listId = await createList(service, userKey, name);
    const endpoints: Endpoint[] = [];
    for (const [at, server] of receivers.entries()) {
      const only = at === 0 ? {} : { list_ids: [listId] };
      const created = await createWebhook(service, userKey, { url: server.url, ...only });
      const receiver = new BadReceiver(server, created.secret, trap.url, () => cluster.killAll());
      const isWanted = ({ list_id }: ShownEvent) => at === 0 || list_id === listId;
      endpoints.push({ webhookId: created.webhook_id, receiver, isWanted });
    }
    const { body } = await service.rest(userKey).get('/v1/events?cursor=now').expect(200);
    const run = new Run(stage, listId, body.next_cursor, endpoints);
    await run.take({ do: 'define', countries: ['DE', 'FR'] });
    await run.take({ do: 'watch' });
    for (const company of [0, 1, 2])
      await run.take({ do: 'import', company, country: 'DE', killed: undefined });
    return run;
  }

  /** How often receivers behaved badly. */
  get misdeeds(): number {
    return this.#endpoints.reduce((sum, { receiver }) => sum + receiver.misdeeds, 0);
  }

  /** How often receivers got an event again. */
  get repetitions(): number {
    return this.#endpoints.reduce(
      (sum, { receiver: { taken } }) => sum + taken.length - firstOf(taken).length,
      0,
    );
  }

  async take(step: Step): Promise<void> {
    const { cluster } = this.#stage;
    const domain = 'company' in step ? this.#domain(step.company) : '';
    switch (step.do) {
      case 'import':
      case 'see':
      case 'delete':
        return this.#import({ ...step, domain }, 'killed' in step ? step.killed : undefined);
      case 'merge':
        return this.#import({ ...step, domain, into: this.#domain(step.into) }, step.killed);
      case 'define':
      case 'add':
      case 'exclude':
      case 'remove':
        return this.#edit({ ...step, domain });
      case 'watch':
        await this.#send('PUT', '/watch');
        return this.#model.watch();
      case 'unwatch':
        await this.#send('DELETE', '/watch');
        return this.#model.unwatch((await this.#ofList('list.members_changed')).length);
      case 'materialize':
        await this.#send('POST', '/materialize');
        return;
      case 'kill':
        return cluster.servers[step.server]?.kill();
      case 'kill at':
        return cluster.killAt(step.point);
      case 'receive':
        return this.#endpoints[step.receiver]?.receiver.plan(step.as);
      case 'pass time':
        return cluster.passTime(step.interval);
      case 'read a page':
        await this.#pages.readOn(step.limit);
        return;
      case 'subscribe again':
        return this.#subscriber.leave();
      case 'pause':
        return pause();
      case 'check':
        return this.check();
    }
  }

  /** Waits until everything has been told, and compares it with the model. */
  async check(): Promise<void> {
    await this.#settle();
    const events = await this.#read();
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(events.length);
    const of = (wanted: string) => events.filter(({ type }) => type === wanted);
    const versions = of('list.definition_changed').map(({ data }) => Number(data.version));
    expect(versions).toEqual(Array.from({ length: this.#defined }, (_, n) => (versions[0] ?? 0) + n));
    expect(of('webhook.disabled')).toHaveLength(this.#enabled);
    const changed = of('list.members_changed');
    await expectSum(this.#stage.service, this.#stage.tenant.userKey, changed, this.#model);
    while (await this.#pages.readOn(100));
    expect(this.#pages.events).toEqual(events);
    await until(() => this.#subscriber.events.length >= events.length, 'all events for the subscriber');
    expect(this.#subscriber.events).toEqual(events);
    for (const { receiver, isWanted } of this.#endpoints) {
      const wanted = events.filter(isWanted);
      expect(receiver.forged).toEqual([]);
      expect(firstOf(receiver.taken)).toEqual(wanted);
      expect(firstOf(receiver.acknowledged)).toEqual(wanted);
    }
  }

  /** Leaves nothing that other runs would meet. */
  async end(): Promise<void> {
    const { service, tenant } = this.#stage;
    await this.#subscriber.end();
    for (const { webhookId } of this.#endpoints)
      await service.rest(tenant.userKey).delete(`/v1/webhooks/${webhookId}`);
    await service.rest(tenant.userKey).delete(`/v1/lists/${this.#listId}`);
  }

  #domain(index: number): string {
    return `${this.#stage.tenant.name}x${index}.example`;
  }

  #send(method: string, path: string, body?: object): Promise<unknown> {
    const { cluster, tenant } = this.#stage;
    return cluster.send(tenant.userKey, method, `/v1/lists/${this.#listId}${path}`, body);
  }

  /** Reads all events since the run began, from the process that lives. */
  #read(): Promise<ShownEvent[]> {
    const { service, tenant } = this.#stage;
    return readAll(service, tenant.userKey, this.#cursor);
  }

  async #ofList(type: string): Promise<ShownEvent[]> {
    return (await this.#read()).filter((event) => event.type === type);
  }

  async #edit(
    change: Change & { domain?: string; do: 'define' | 'add' | 'exclude' | 'remove' },
  ): Promise<void> {
    const path = (kind: string | undefined) => (kind === 'added' ? '/domains' : '/excluded-domains');
    if (change.do === 'define') {
      const { countries } = change;
      const asked = countries
        ? condition('country', 'any_of', countries)
        : condition('technology', 'any_of', ['kubernetes']);
      const own = condition('domain', 'contains', [`${this.#stage.tenant.name}x`]);
      await this.#send('PUT', '/definition', definition({ and: [asked, own] }));
      this.#defined += 1;
    } else if (change.do === 'remove') {
      const kind = this.#model.byHand(change.domain);
      if (kind) await this.#send('DELETE', `${path(kind)}/${change.domain}`);
    } else {
      const kind = change.do === 'add' ? 'added' : 'excluded';
      await this.#send('POST', path(kind), { domains: [change.domain] });
    }
    this.#model.apply(change);
  }

  /** Imports a row; if a process is killed that imports it, once more. */
  async #import(change: Change & { domain: string }, killed: KillPoint | undefined): Promise<void> {
    const before = this.#model.seen(change.domain);
    if (change.do === 'see' && before) {
      const gone = { domain: change.domain, tech_key: 'kubernetes', deleted: true };
      await importRows(this.#stage.service.database.pool, 'company_technologies', gone);
      this.#model.unsee(change.domain);
    }
    if (!this.#model.apply(change)) return;
    const [kind, row] = toRow(change);
    if (killed) await this.#killImport(kind, row, killed);
    await importRows(this.#stage.service.database.pool, kind, row);
  }

  async #killImport(kind: ImportKind, row: object, point: KillPoint): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'killed-import-'));
    const killer = await Killer.start(this.#stage.service.database.url);
    const file = join(folder, `${kind}.ndjson`);
    await writeFile(file, `${JSON.stringify(row)}\n`);
    const { child, finished } = start(['import', file, '--rejects', folder], { DATABASE_URL: killer.url });
    killer.aim(child, new Shot(point));
    await finished;
    this.killedImports += killer.kills;
    await killer.stop();
    await rm(folder, { recursive: true });
  }

  /** Resolves when all lists are evaluated, and all events are sent, whoever dies meanwhile. */
  async #settle(): Promise<void> {
    const { service, cluster, tenant } = this.#stage;
    const end = performance.now() + SETTLED_MS;
    for (let pauses = 5; ; pauses += 1) {
      const done = { evaluated: await isEvaluated(service), sent: await this.#hasSentAll() };
      if (done.evaluated && done.sent) return;
      if (performance.now() > end) expect(done).toEqual({ evaluated: true, sent: true });
      // Leases of processes that live end as well. Longer each time, so that slow ones end what they do.
      await cluster.passTime('11 hours');
      for (let time = 0; time < pauses; time += 1) await pause();
      service.clock.set(new Date().toISOString());
      for (const { webhookId, receiver } of this.#endpoints) {
        receiver.hangUp();
        if ((await readWebhook(service, tenant.userKey, webhookId)).enabled) continue;
        await service.rest(tenant.userKey).patch(`/v1/webhooks/${webhookId}`, { enabled: true }).expect(200);
        this.#enabled += 1;
      }
    }
  }

  async #hasSentAll(): Promise<boolean> {
    const { service, tenant } = this.#stage;
    const { body } = await service.rest(tenant.userKey).get('/v1/events?cursor=now').expect(200);
    const shown = this.#endpoints.map(({ webhookId }) => readWebhook(service, tenant.userKey, webhookId));
    return (await Promise.all(shown)).every(({ cursor }) => cursor === body.next_cursor);
  }
}

/** The import file of a change, and its row. */
function toRow(change: Change & { domain: string }): [ImportKind, object] {
  const { domain } = change;
  switch (change.do) {
    case 'import':
      return ['companies', { name: domain, primary_domain: domain, country: change.country }];
    case 'see': {
      const seen = daysBefore(AGES[change.tier]);
      const row = { domain, tech_key: 'kubernetes', detection_count: 1, first_seen: seen, last_seen: seen };
      return ['company_technologies', row];
    }
    case 'merge':
      return ['companies', { primary_domain: domain, merge_into: change.into }];
    default:
      return ['companies', { primary_domain: domain, deleted: true }];
  }
}

/** Events, each once, at its first place. */
function firstOf(events: readonly ShownEvent[]): ShownEvent[] {
  return [...new Map(events.map((event) => [event.event_id, event])).values()];
}
