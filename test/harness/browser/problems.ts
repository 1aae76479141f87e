import type { BrowserContext, Request } from 'playwright-core';

/** Gives a violation of the Content-Security-Policy to this process. */
const REPORT = 'reportPolicyViolation';

/** What went wrong on the pages of a context: a line each, such as `page error: x is not defined`. */
export class Problems {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Expects a problem, once or more often. The test fails if there is none. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Problems so far, expected ones included. */
  get found(): readonly string[] {
    return this.#found;
  }

  /** Watches all pages of a context, also those that it opens later. */
  async watch(context: BrowserContext, origin: string): Promise<void> {
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      this.#found.push(`console error: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.#found.push(`page error: ${error.error().message}`));
    context.on('requestfailed', (request) => this.#addFailed(request));
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== origin) {
        this.#found.push(`request to another host: ${request.url()}`);
      }
    });
    await context.exposeFunction(REPORT, (text: string) => this.#found.push(`policy violation: ${text}`));
    await context.addInitScript((name) => {
      const report = Reflect.get(window, name) as (text: string) => void;
      document.addEventListener('securitypolicyviolation', (violation) => {
        report(`${violation.effectiveDirective} ${violation.blockedURI} ${violation.sample}`.trim());
      });
    }, REPORT);
  }

  /** Requests that the page gave up itself, for one that is newer or at a navigation, did not fail. */
  #addFailed(request: Request): void {
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') this.#found.push(`request failed: ${request.url()} ${reason}`);
  }

  /**
   * Waits until the pages have reported what they noticed.
   *
   * @returns problems that were not expected, and expected ones that are missing.
   */
  async settle(context: BrowserContext): Promise<string[]> {
    // Reports travel in sequence, so that they precede the answer.
    await Promise.all(context.pages().map((page) => page.evaluate(() => undefined).catch(() => undefined)));
    const unexpected = this.#found.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
    const missing = this.#expected.filter((pattern) => !this.#found.some((text) => pattern.test(text)));
    return [...unexpected, ...missing.map((pattern) => `expected, but missing: ${pattern}`)];
  }
}
