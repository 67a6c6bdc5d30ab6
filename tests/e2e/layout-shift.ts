// What moves on a page by itself: https://web.dev/articles/cls
import type { Page } from '@playwright/test';
import { holdRequests } from './fixtures';

interface Shifts {
  /** The sum of all layout shifts since the page began to open, without unit; 0.1 is a tenth of the window, moved by its own height. */
  sum: number;
  /** Each shift with what moved and from where to where, for whoever looks for its cause. */
  moved: string[];
}

/** Has each page that is opened from now on add up what moves without anybody having done anything. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shifts = { sum: 0, moved: [] };
    Reflect.set(window, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const value = Number(Reflect.get(entry, 'value'));
        const sources: { node: unknown; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[] =
          Reflect.get(entry, 'sources');
        shifts.sum += value;
        for (const { node, previousRect, currentRect } of sources) {
          const [from, to] = [previousRect, currentRect].map(
            ({ x, y, width, height }) => `${x},${y} ${width}x${height}`,
          );
          const what = node instanceof Element ? node.outerHTML.slice(0, 120) : 'text';
          shifts.moved.push(`${value.toFixed(4)}: ${from} -> ${to} ${what}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What moved so far on the page that is open. */
export async function readShifts(page: Page): Promise<Shifts> {
  // The browser tells of a frame once it is drawn.
  await waitForPicture(page);
  return page.evaluate(() => Reflect.get(window, 'shifts') as Shifts);
}

export function waitForPicture(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => void requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Keeps files on their way until what is returned is called, again for each page. */
export async function holdFiles(page: Page, files: RegExp): Promise<() => void> {
  // Where requests are intercepted there is no cache, so each page asks anew.
  await page.unrouteAll({ behavior: 'wait' });
  return holdRequests(page, files);
}

/** How the script of pages is kept on its way, one page after the other. */
export interface ScriptHold {
  /** Has the next page wait for its script; answers what lets the script through. */
  begin(): () => Promise<void>;
  end(): Promise<void>;
}

/**
 * Holds the one module that starts a page's script. The cache stays on, which Playwright's own interception switches off: each page
 * would fetch, read and compile all script anew.
 */
export async function holdScript(page: Page): Promise<ScriptHold> {
  const browser = await page.context().newCDPSession(page);
  const urlPattern = '*/assets/entry.client-*.js';
  await browser.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] });
  return {
    begin() {
      const held = new Promise<string>((resolve) => {
        browser.once('Fetch.requestPaused', ({ requestId }) => resolve(requestId));
      });
      return async () => {
        // It is not kept: what a page finds in the memory of the one before it is never asked for, so it could not be held.
        const responseHeaders = [
          { name: 'Content-Type', value: 'text/javascript' },
          { name: 'Cache-Control', value: 'no-store' },
        ];
        const requestId = await held;
        await browser.send('Fetch.continueResponse', { requestId, responseCode: 200, responseHeaders });
      };
    },
    end: () => browser.detach(),
  };
}
