// The built server and a sample API for each worker, and what a person does more than once.
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  test as base,
  type BrowserContext,
  type LaunchOptions,
  type Page,
  type Response,
} from '@playwright/test';
import { createCheapPasswords } from '../support/passwords';
import { type Database, openDatabase } from '~/db/core/open';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { startSampleApi } from '../../scripts/sample-api.js';
import { createTestUser, signInAs } from '../support/accounts';
import { findFreePort } from '../support/free-port';
import { createHtmlBrowser } from '../support/html-browser/browser';
import { expect } from '../support/html-browser/expect';
import { createDataDir, startServer, type TestServer } from '../support/server';
import { type OpenContext, shareContext, type SharedContext } from './shared-contexts';

export { expect } from '../support/html-browser/expect';
export { sampleToken } from '../../scripts/sample-api.js';

export interface Product {
  url: string;
  server: TestServer;
  /** The database's file. */
  file: string;
  /** The same, open in this process, too. */
  db: Database;
  /** The base URL of the API that calls go to. */
  sampleApiUrl: string;
  /** An address that nobody called from yet: limits by address are for one person, not for a whole run of tests. */
  nextAddress(): string;
  /** The newest link that was mailed to an address. */
  findMailedLink(email: string): string | undefined;
}

export interface Fixtures {
  /** Opens the browser of somebody else; it is closed when the test ends. */
  openBrowser(): Promise<BrowserContext>;
  /**
   * What the test's own browser is started with. Playwright's `launchOptions` would have each worker started anew for such a
   * test, and again after it.
   */
  ownLaunch: Pick<LaunchOptions, 'args' | 'ignoreDefaultArgs'> | undefined;
  /**
   * Whether its context is one that has loaded nothing yet: for what is about first visits, and for what cannot be taken
   * back, such as a clock.
   */
  isFirstVisit: boolean;
  /** Opens a new context by the test's options. */
  openContext(): Promise<OpenContext>;
}

/** What is made once, and is there for all tests of a worker that ask for it by the same name. */
export interface Kept<Value> {
  value: Value;
  /** At the worker's end. */
  close(): Promise<unknown>;
}

export interface WorkerFixtures {
  /** The host of the product's address. Browsers have passkeys at a name alone. */
  host: string;
  product: Product;
  /**
   * Makes what tests share, or answers what was made by that name. A file with a worker fixture of its own would get a worker of
   * its own, which starts a server and a browser.
   */
  keep<Value>(name: string, make: () => Promise<Kept<Value>>): Promise<Value>;
  /** Whether pages are opened in a browser. Else their HTML alone is read, for tests that need neither script nor style. */
  isDrawn: boolean;
  /** By what they are made with. */
  sharedContexts: Map<string, SharedContext>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  host: ['127.0.0.1', { option: true, scope: 'worker' }],
  isDrawn: [true, { option: true, scope: 'worker' }],
  browser: [
    async ({ playwright, isDrawn, launchOptions, headless }, use) => {
      if (!isDrawn) return use(createHtmlBrowser(playwright.request));
      const browser = await playwright.chromium.launch({ ...launchOptions, headless });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 0 },
  ],
  keep: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const kept = new Map<string, Promise<Kept<unknown>>>();
      await use(async <Value>(name: string, make: () => Promise<Kept<Value>>) => {
        const making = (kept.get(name) as Promise<Kept<Value>> | undefined) ?? make();
        kept.set(name, making);
        return (await making).value;
      });
      for (const making of kept.values()) await (await making).close();
    },
    { scope: 'worker' },
  ],
  ownLaunch: [undefined, { option: true }],
  isFirstVisit: [false, { option: true }],
  sharedContexts: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const contexts = new Map<string, SharedContext>();
      await use(contexts);
      for (const shared of contexts.values()) await shared.close();
    },
    { scope: 'worker' },
  ],
  openContext: async (
    {
      playwright,
      browser,
      isDrawn,
      launchOptions,
      ownLaunch,
      baseURL,
      extraHTTPHeaders,
      javaScriptEnabled,
      contextOptions,
    },
    use,
  ) => {
    await use(async () => {
      const args = [...(launchOptions.args ?? []), ...(ownLaunch?.args ?? [])];
      const own =
        ownLaunch && isDrawn
          ? await playwright.chromium.launch({ ...launchOptions, ...ownLaunch, args })
          : undefined;
      const context = await (own ?? browser).newContext({ ...contextOptions, baseURL, extraHTTPHeaders });
      const errors = prepareBrowser(context, javaScriptEnabled);
      const close = async () => {
        await context.close();
        await own?.close();
      };
      return { context, errors, close };
    });
  },
  context: async (
    {
      openContext,
      isDrawn,
      isFirstVisit,
      sharedContexts,
      product,
      ownLaunch,
      javaScriptEnabled,
      contextOptions,
      viewport,
      timezoneId,
      extraHTTPHeaders,
    },
    use,
    testInfo,
  ) => {
    if (isFirstVisit || !isDrawn) {
      const { context, errors, close } = await openContext();
      await use(context);
      await close();
      expectNoErrors(errors);
      return;
    }
    // All that tests make contexts with: another option of `test.use` is added here with its first test.
    const key = JSON.stringify({ ownLaunch, javaScriptEnabled, contextOptions, viewport, timezoneId });
    const shared = sharedContexts.get(key) ?? (await shareContext(await openContext(), product.url));
    sharedContexts.set(key, shared);
    await shared.begin(extraHTTPHeaders ?? {});
    await use(shared.context);
    if (testInfo.errors.length > 0) {
      sharedContexts.delete(key);
      await shared.close();
    } else {
      await shared.end();
    }
    expectNoErrors(shared.errors);
  },
  openBrowser: async ({ browser, product, javaScriptEnabled, contextOptions }, use) => {
    const opened: { context: BrowserContext; errors: string[] }[] = [];
    await use(async () => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: product.url,
        javaScriptEnabled,
      });
      opened.push({ context, errors: prepareBrowser(context, javaScriptEnabled) });
      return context;
    });
    for (const { context, errors } of opened) {
      await context.close();
      expectNoErrors(errors);
    }
  },
  product: [
    async ({ host }, use) => {
      const port = await findFreePort();
      const url = `http://${host}:${port}`;
      const sampleApi = await startSampleApi(0);
      const dataDir = createDataDir();
      const server = await startServer({
        dataDir,
        env: { PORT: String(port), APP_URL: url, TRUSTED_PROXY: '127.0.0.1' },
      });
      let addresses = 0;
      const file = join(dataDir, 'wicked.db');
      const db = openDatabase(file);
      await use({
        url,
        server,
        file,
        db,
        sampleApiUrl: sampleApi.url,
        nextAddress() {
          addresses += 1;
          return `198.51.100.${addresses}`;
        },
        findMailedLink(email) {
          const mail = server
            .output()
            .split('\n')
            .slice(0, -1)
            .filter((line) => line.includes('"mail":'))
            .map((line) => JSON.parse(line).mail as { to: string; text: string })
            .findLast(({ to }) => to === email);
          return /https?:\/\/\S+\?token=\S+/.exec(mail?.text ?? '')?.[0];
        },
      });
      await db.close();
      await server.kill('SIGTERM');
      await sampleApi.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  extraHTTPHeaders: async ({ product }, use) => use({ 'X-Forwarded-For': product.nextAddress() }),
});

export interface Person {
  email: string;
  password: string;
}

const password = 'Correct-horse-7';

let people = 0;

function makePerson(): Person {
  people += 1;
  return { email: `person-${process.pid}-${people}@example.com`, password };
}

/** Lets no request to such an address through until the returned function is called: with `lose`, none of them arrives. */
export async function holdRequests(
  page: Page,
  address: RegExp,
  method?: string,
): Promise<(how?: 'lose') => void> {
  const network = new EventEmitter();
  const isBack = once(network, 'back');
  await page.route(address, async (route) => {
    const isHeld = method === undefined || route.request().method() === method;
    const [how] = isHeld ? ((await isBack) as ['lose'?]) : [];
    // Or nobody waits for it any more.
    await (how === 'lose' ? route.abort('internetdisconnected') : route.continue()).catch(() => undefined);
  });
  return (how) => void network.emit('back', how);
}

/** Makes every request of a page's script take a while, as a slow network does. */
export async function delayRequests(page: Page): Promise<void> {
  await page.route(/\.data(\?|$)/, async (route) => {
    await delay(300);
    await route.continue().catch(() => undefined);
  });
}

/** Makes the pages of a browser draw late, as those of a busy machine do: React's work waits for messages. */
export async function drawLate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => post.call(this, message), 100);
    };
  });
}

/** Signs up, verifies by the mailed link and logs in, all through the screens. */
export async function signInByScreens(page: Page, product: Product, hasScript: boolean): Promise<Person> {
  const person = makePerson();
  await page.goto('/signup');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Organization name').fill('Analytical Engines');
  await page.getByLabel(/^Password/).fill(person.password);
  await page.getByLabel(/^Confirm password/).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('/login');
  await verify(page, product, person, hasScript);
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel(/^Password/).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('/');
  return person;
}

/** Opens the menu at the right of the top bar; at its left stands the organization switcher. */
export async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('banner').locator('summary').last().click();
}

/** The same through the JSON API; then opens the dashboard. */
export async function signInByApi(page: Page, product: Product): Promise<Person> {
  const person = makePerson();
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { Origin: product.url } });
    expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
  };
  const names = { firstName: 'Ada', lastName: 'Lovelace', organizationName: 'Analytical Engines' };
  await send('/auth/register/user', { ...person, ...names });
  await expect.poll(() => product.findMailedLink(person.email)).toBeDefined();
  const link = new URL(product.findMailedLink(person.email) ?? '');
  await send('/auth/verify-email', { token: link.searchParams.get('token') });
  await send('/auth/login/user', person);
  await page.goto('/');
  return person;
}

/** Puts into the database what a sign-up and a login leave there, but for mail, and gives the browser the session. */
export async function startSession(page: Page, product: Product): Promise<Person> {
  const person = makePerson();
  const context = { db: product.db, now: Date.now, config: { appUrl: product.url } };
  const passwordHash = await createCheapPasswords().hash(password);
  const { user, organizationId } = await createTestUser(context, { email: person.email, passwordHash });
  await insertAuditEntry(product.db, { kind: 'sign-up', organizationId, userId: user.id, now: Date.now() });
  const [name = '', value = ''] = (await signInAs(context, user.id)).split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: product.url, httpOnly: true, sameSite: 'Lax' }]);
  return person;
}

/** The same; then opens the dashboard. */
export async function signIn(page: Page, product: Product): Promise<Person> {
  const person = await startSession(page, product);
  await page.goto('/');
  return person;
}

/** Has a browser with script wait for it; answers what its pages throw from now on and nobody catches. */
export function prepareBrowser(context: BrowserContext, hasScript: boolean): string[] {
  const errors: string[] = [];
  if (!hasScript) return errors;
  awaitScripts(context);
  context.on('weberror', (event) => errors.push(String(event.error())));
  return errors;
}

export function expectNoErrors(errors: string[]): void {
  expect(errors, 'nothing is thrown that no code of a page catches').toEqual([]);
}

/**
 * Every page that is opened or loaded anew has its script before a test goes on, and one whose address is waited for
 * shows what belongs to it: the address changes a moment before the content. What is done before that has tests of its
 * own, which open it with a `waitUntil`.
 */
function awaitScripts(context: BrowserContext): void {
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    const [goto, reload, waitForUrl] = [
      page.goto.bind(page),
      page.reload.bind(page),
      page.waitForURL.bind(page),
    ];
    const wait = async (response: Response | null, options?: { waitUntil?: string }) => {
      const isPage = response?.headers()['content-type']?.startsWith('text/html') ?? false;
      if (isPage && !options?.waitUntil) await waitForScript(page, true);
      return response;
    };
    page.goto = async (url, options) => wait(await goto(url, options), options);
    page.reload = async (options) => wait(await reload(options), options);
    page.waitForURL = async (url, options) => {
      await waitForUrl(url, options);
      await waitForScript(page, true);
    };
    return page;
  };
}

/** What a person uses on a page: the parts whose script comes after the page's have some of it, too. */
const used = 'input, select, textarea, dialog, details';

/**
 * Waits until script has taken the page over from the browser, and every part whose script comes after the page's. The server's
 * rendering in a closed fold stays until the user comes close to the fold.
 */
export async function waitForScript(page: Page, hasScript: boolean): Promise<void> {
  if (hasScript) await waitUntilTaken(page, used);
}

/** The same without the later parts, for tests of what is done before their script is there. */
export async function waitForFirstScript(page: Page): Promise<void> {
  await waitUntilTaken(page, 'body');
}

/** Waits for a part that draws nothing, whose script comes after the page's: until its module is there, and its effects have run. */
export async function waitForModule(page: Page, name: string): Promise<void> {
  const found = await page.waitForFunction((file) => {
    const addresses = performance.getEntriesByType('resource').map((entry) => entry.name);
    return addresses.find((address) => address.includes(`/assets/${file}-`));
  }, name);
  await page.evaluate((address) => import(address as string), await found.jsonValue());
  await waitForScript(page, true);
}

/**
 * React keeps what it knows of an element at the element, and runs the effects in the tasks after that. A busy machine may have
 * no idle moment, so it is waited for a second at most.
 */
async function waitUntilTaken(page: Page, selector: string): Promise<void> {
  // Not by `waitForFunction`, for which Playwright puts its whole script into each page a second time.
  await page.evaluate(
    (elements) =>
      new Promise<void>((resolve) => {
        const prefix = '__reactProps';
        const readProps = (element: Element): { dangerouslySetInnerHTML?: object } | undefined => {
          const key = Object.keys(element).find((each) => each.startsWith(prefix));
          return key === undefined ? undefined : Reflect.get(element, key);
        };
        const isFolded = (element: Element) => {
          let place = element.parentElement;
          while (place && !readProps(place)) place = place.parentElement;
          return place?.closest('details')?.open === false && readProps(place)?.dangerouslySetInnerHTML;
        };
        const look = () => {
          const found = [document.body, ...document.querySelectorAll(elements)];
          if (!found.every((element) => readProps(element) ?? isFolded(element))) {
            requestAnimationFrame(look);
            return;
          }
          requestIdleCallback(() => resolve(), { timeout: 1000 });
        };
        look();
      }),
    selector,
  );
}

/** Waits for the code of a route that a dialog on another screen sends to, which comes after the dialog. */
export async function waitForCode(page: Page, route: string): Promise<void> {
  await page.waitForFunction((id) => id in Reflect.get(window, '__remixRouteModules'), route);
}

async function verify(page: Page, product: Product, person: Person, hasScript: boolean): Promise<void> {
  // The mail is sent by a job of its own, a moment after the page.
  await expect.poll(() => product.findMailedLink(person.email)).toBeDefined();
  await page.goto(product.findMailedLink(person.email) ?? '');
  // With script the page posts by itself; the button is for everybody else.
  if (!hasScript) await page.getByRole('button', { name: 'Verify email' }).click();
  await page.getByRole('heading', { name: 'Email verified' }).waitFor();
}
