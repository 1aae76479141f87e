import { Gauge, type Registry } from 'prom-client';
import { PREFIX } from './metrics.ts';

/** Webhooks by state, and the seconds since the oldest event that one of them has not handled. */
interface WebhookReading {
  healthy: number;
  failing: number;
  disabled: number;
  healthyLag: number;
  failingLag: number;
}

export interface WebhookSource {
  /** Requests of this process, by outcome. */
  attempts: Readonly<Record<string, number>>;
  /** Reads the database; undefined if it does not answer in time. */
  read(): Promise<WebhookReading | undefined>;
}

/** Registers the metrics of webhooks that all processes read from the database. */
export function registerWebhookGauges(registry: Registry, source: () => WebhookSource | undefined): void {
  const gauge = (name: string, help: string, read: (reading: WebhookReading) => Record<string, number>) =>
    new Gauge({
      name: PREFIX + name,
      help,
      labelNames: ['state'],
      registers: [registry],
      aggregator: 'max',
      async collect() {
        const reading = await source()?.read();
        this.reset();
        if (reading) for (const [state, value] of Object.entries(read(reading))) this.set({ state }, value);
      },
    });
  gauge('webhooks', 'Webhooks by state.', ({ healthy, failing, disabled }) => ({
    healthy,
    failing,
    disabled,
  }));
  gauge(
    'webhook_lag_seconds',
    'Age of the oldest event that an enabled webhook has not sent or left out yet.',
    ({ healthyLag: healthy, failingLag: failing }) => ({ healthy, failing }),
  );
}
