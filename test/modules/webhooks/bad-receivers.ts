import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { ShownEvent } from '../events/support.ts';
import type { Received, Receiver } from './support.ts';

/** What endpoints do with a request beside taking it. Those that answer 2xx have acknowledged it. */
const ANSWERS = {
  'is slow': (response: ServerResponse) => void setTimeout(() => response.writeHead(204).end(), 250),
  'is silent': () => undefined,
  'is dead': (response: ServerResponse) => void response.destroy(),
  'refuses what it took': (response: ServerResponse) => void response.writeHead(500).end(),
  'speaks no HTTP': (response: ServerResponse) => void response.socket?.end('220 mail.example ESMTP\r\n'),
  'ends in the middle': (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': 100 }).write('OK', () => response.destroy());
  },
  'never ends': (response: ServerResponse) => {
    const timer = setInterval(() => response.write('OK'), 50);
    response.on('close', () => clearInterval(timer)).writeHead(200);
  },
  'wants no more': (response: ServerResponse) => void response.writeHead(410).end(),
} as const;

export type Behaviour = keyof typeof ANSWERS | 'redirects' | 'kills the sender';
export const BEHAVIOURS = [
  ...(Object.keys(ANSWERS) as (keyof typeof ANSWERS)[]),
  ...(['redirects', 'kills the sender'] as const),
];

/** Behaviours whose answer says that the event has arrived. */
const ACKNOWLEDGES: ReadonlySet<Behaviour> = new Set(['is slow', 'ends in the middle', 'never ends']);

/** An endpoint that behaves as a test says, one request after another, and well after that. */
export class BadReceiver {
  /** Events in the order of their arrival. */
  readonly taken: ShownEvent[] = [];
  /** Those that it has acknowledged. */
  readonly acknowledged: ShownEvent[] = [];
  /** Requests whose signature is wrong. */
  readonly forged: string[] = [];
  /** How often it behaved badly. */
  misdeeds = 0;
  #planned: Behaviour[] = [];
  readonly #open = new Set<ServerResponse>();
  readonly #webhook: Webhook;

  /** @param trapUrl where it redirects to. @param killSender kills whoever may have sent the request. */
  constructor(receiver: Receiver, secret: string, trapUrl: string, killSender: () => void) {
    this.#webhook = new Webhook(secret);
    receiver.answer = (response, received) => {
      const behaviour = this.#planned.shift();
      if (behaviour !== 'is dead')
        this.#take(received, behaviour === undefined || ACKNOWLEDGES.has(behaviour));
      if (behaviour === undefined) return response.writeHead(204).end();
      this.misdeeds += 1;
      if (!ACKNOWLEDGES.has(behaviour)) this.#open.add(response);
      if (behaviour === 'kills the sender') return killSender();
      if (behaviour === 'redirects') return response.writeHead(307, { location: trapUrl }).end();
      ANSWERS[behaviour](response);
    };
  }

  plan(behaviours: readonly Behaviour[]): void {
    this.#planned.push(...behaviours);
  }

  /** Hangs up where it has not answered. */
  hangUp(): void {
    for (const response of this.#open) response.destroy();
    this.#open.clear();
  }

  #take({ headers, body }: Received, isAcknowledged: boolean): void {
    const { data } = JSON.parse(body);
    try {
      this.#webhook.verify(body, headers as Record<string, string>);
    } catch (error) {
      this.forged.push(`${error}: ${body}`);
    }
    this.taken.push(data);
    if (isAcknowledged) this.acknowledged.push(data);
  }
}
