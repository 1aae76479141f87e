import { Fault, type FaultCode } from '../lib/fault.ts';

/** An end of the channel between the primary process and a worker. */
export interface Channel {
  /** Sends a message. It is lost if the other process has ended. */
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** Functions that the other process may call, by name. Arguments and results must survive JSON. */
export type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>;

type Failure = { fault: FaultCode; message: string; details?: Fault['details'] } | { error: string };
interface Call {
  call: string;
  args: unknown[];
  id: number;
}
type Packet = Call | { id: number; result: unknown } | { id: number; failure: Failure };

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export interface Link {
  /** Calls a function of the other process. @throws its Fault, or an Error when the link is closed. */
  call<T>(name: string, ...args: unknown[]): Promise<T>;
  /** Ends the calls that wait for an answer. Later calls fail. */
  close(): void;
}

/**
 * Connects two processes, so that each can call functions of the other. What is sent in one turn of the event loop leaves
 * as one message: under load a message costs more than what it carries.
 */
export function createLink(channel: Channel, handlers: Handlers): Link {
  const pending = new Map<number, Pending>();
  let packets: Packet[] = [];
  let lastId = 0;
  let isClosed = false;

  function send(packet: Packet): void {
    if (packets.push(packet) === 1) setImmediate(flush);
  }

  function flush(): void {
    const batch = packets;
    packets = [];
    if (!isClosed) channel.send(batch);
  }

  async function answer({ call, args, id }: Call): Promise<void> {
    try {
      const handler = handlers[call];
      if (!handler) throw new Error(`the other process has no function ${call}`);
      send({ id, result: await Reflect.apply(handler, undefined, args) });
    } catch (error) {
      send({ id, failure: toFailure(error) });
    }
  }

  function receive(packet: Packet): void {
    if ('call' in packet) {
      void answer(packet);
      return;
    }
    const waiting = pending.get(packet.id);
    pending.delete(packet.id);
    if ('failure' in packet) waiting?.reject(toError(packet.failure));
    else waiting?.resolve(packet.result);
  }

  channel.onMessage((message) => {
    if (Array.isArray(message)) for (const packet of message) receive(packet);
  });
  return {
    call<T>(name: string, ...args: unknown[]): Promise<T> {
      if (isClosed) return Promise.reject(closed());
      lastId += 1;
      const id = lastId;
      return new Promise<T>((resolve, reject) => {
        pending.set(id, { resolve: (result) => resolve(result as T), reject });
        send({ call: name, args, id });
      });
    },
    close() {
      isClosed = true;
      for (const { reject } of pending.values()) reject(closed());
      pending.clear();
    },
  };
}

function closed(): Error {
  return new Error('the other process has ended');
}

function toFailure(error: unknown): Failure {
  if (error instanceof Fault) {
    const { code: fault, message, details } = error;
    return { fault, message, ...(details && { details }) };
  }
  return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function toError(failure: Failure): Error {
  if ('error' in failure) return new Error(failure.error);
  const { fault, message, details } = failure;
  return new Fault(fault, message, details && { details });
}
