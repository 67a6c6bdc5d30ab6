// One context for many tests, each of which finds it as a new one but for its caches. In a new context, and in a new process
// of the browser, the product's script is fetched, read and compiled again, which is half of the work of a page's first load.
import type { BrowserContext } from '@playwright/test';

/** Chromium's flag by which pages of one site and context share a process for as long as one of them is open. */
export const processPerSite = '--process-per-site';

export interface OpenContext {
  context: BrowserContext;
  /** What its pages threw and nobody caught. */
  errors: string[];
  close(): Promise<void>;
}

export interface SharedContext extends OpenContext {
  /** For the next test. */
  begin(headers: Record<string, string>): Promise<void>;
  /** Closes the test's pages, and forgets what they stored. */
  end(): Promise<void>;
}

export async function shareContext(opened: OpenContext, origin: string): Promise<SharedContext> {
  const { context, errors } = opened;
  // It keeps the process alive, and has no script.
  const resident = await context.newPage();
  await resident.goto(`${origin}/healthz`);
  const browser = await context.newCDPSession(resident);

  return {
    context,
    errors,
    async begin(headers) {
      errors.length = 0;
      await context.setExtraHTTPHeaders(headers);
    },
    async end() {
      const pages = context.pages().filter((page) => page !== resident);
      await Promise.all(pages.map((page) => page.close()));
      await context.unrouteAll();
      await context.setOffline(false);
      await context.clearPermissions();
      await context.clearCookies();
      // None of these types is the network's cache.
      await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    },
    async close() {
      // First: of a failed test, Playwright tells what stands on a context's first page.
      await resident.close();
      await opened.close();
    },
  };
}
