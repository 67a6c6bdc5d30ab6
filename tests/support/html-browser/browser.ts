// What stands where tests expect a browser, when they need none.
import type { APIRequest, Browser, BrowserContext } from '@playwright/test';
import { HtmlContext, type HtmlContextOptions } from './context';

/** It knows what tests of screens without script do with a browser, its windows and pages, and nothing else. */
export function createHtmlBrowser(maker: APIRequest): Browser {
  const browser = {
    newContext: async (options: HtmlContextOptions) =>
      (await HtmlContext.open(maker, options)) as unknown as BrowserContext,
  };
  return browser as unknown as Browser;
}
