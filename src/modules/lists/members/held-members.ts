import { Fault } from '../../../lib/fault.ts';
import type { OperationScope } from '../../../lib/operation-scope.ts';
import { showBytes } from '../../quotas/quotas.ts';
import type { MaterializationInfo } from './snapshot.ts';

/**
 * Members that one operation has read, by `storedId`: it holds them until it ends. What counts is their size in the database, whether they
 * are cached or not, so that an operation that is refused once is always refused.
 */
export class HeldMembers<T> extends Map<number, Promise<T | undefined>> {
  readonly #operation: OperationScope | undefined;
  readonly #reserved = new Set<number>();
  #bytes = 0;

  /** @param operation undefined for work of the service itself, which has no limit. */
  constructor(operation: OperationScope | undefined) {
    super();
    this.#operation = operation;
  }

  /**
   * Counts bitmaps before they are read, each once.
   *
   * @throws Fault members_too_large, and stops the operation: what it selected elsewhere must not depend on which of its
   *   fields came first.
   */
  reserve(infos: readonly Pick<MaterializationInfo, 'storedId' | 'bytes'>[]): void {
    for (const { storedId, bytes } of infos) {
      if (this.#reserved.has(storedId)) continue;
      this.#reserved.add(storedId);
      this.#bytes += bytes;
    }
    const maxBytes = this.#operation?.readBudget?.maxBitmapBytes;
    if (maxBytes === undefined || this.#bytes <= maxBytes) return;
    const fault = membersTooLarge(maxBytes);
    this.#operation?.stop(fault);
    throw fault;
  }
}

function membersTooLarge(maxBytes: number): Fault {
  const message = `The members of all lists and materializations that this operation reads take more than ${showBytes(maxBytes)} of memory. Read fewer of them at a time.`;
  return new Fault('members_too_large', message, { details: { max_bytes: maxBytes } });
}
