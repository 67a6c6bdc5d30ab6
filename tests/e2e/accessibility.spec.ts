// Every screen, at three widths and in both themes: nothing for axe to find, nothing wider than the window. With
// SCREENSHOTS=folder each is also kept as a picture to look at.
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { findViolations, isOrientationLocked } from './axe';
import { expectLargeTextFits, expectNoOverflow } from './overflow';
import { createIntegration, prepareIntegrations, type Prepared } from './prepared';
import {
  expectNoErrors,
  type Kept,
  prepareBrowser,
  type Product,
  startSession,
  test as base,
  expect,
} from './fixtures';

interface Screen {
  name: string;
  path: (prepared: Prepared) => string;
  /** For people who are signed in. */
  isProtected?: boolean;
  /** For somebody whose organization has nothing yet. */
  isNew?: boolean;
}

const themes = ['light', 'dark'] as const;

const screens: Screen[] = [
  { name: 'landing', path: () => '/' },
  { name: 'sign-up', path: () => '/signup' },
  { name: 'login', path: () => '/login' },
  { name: 'resend-verification', path: () => '/resend-email-verification' },
  { name: 'forgot-password', path: () => '/forgot-password' },
  { name: 'reset-password-invalid', path: () => '/reset-password?token=nobodys' },
  { name: 'session-expired', path: () => '/session-expired' },
  { name: 'email-not-verified', path: () => '/email-not-verified' },
  { name: 'already-verified', path: () => '/email-not-verified?status=already_verified' },
  { name: 'verify-email-without-token', path: () => '/verify-email' },
  { name: 'restore-email', path: () => '/restore-email?token=nobodys' },
  { name: 'not-found', path: () => '/nothing/here' },
  { name: 'dashboard', path: () => '/', isProtected: true },
  { name: 'dashboard-empty', path: () => '/', isProtected: true, isNew: true },
  { name: 'delete-dialog', path: ({ filled }) => `/?delete=${filled}`, isProtected: true },
  { name: 'edit-profile', path: () => '/?dialog=profile', isProtected: true },
  { name: 'edit-password', path: () => '/?dialog=password', isProtected: true },
  { name: 'sessions', path: () => '/?dialog=sessions', isProtected: true },
  { name: 'delete-account', path: () => '/?dialog=delete-account', isProtected: true },
  { name: 'email', path: () => '/profile/email', isProtected: true },
  { name: 'passkeys', path: () => '/profile/passkeys', isProtected: true },
  { name: 'proof', path: () => '/profile/proof', isProtected: true },
  { name: 'two-factor', path: () => '/profile/two-factor', isProtected: true },
  { name: 'billing', path: () => '/?dialog=billing', isProtected: true },
  { name: 'billing-payment', path: () => '/?dialog=billing-payment', isProtected: true },
  { name: 'billing-company', path: () => '/?dialog=billing-company', isProtected: true },
  { name: 'billing-invoices', path: () => '/?dialog=billing-invoices', isProtected: true },
  { name: 'organization', path: () => '/organization/settings', isProtected: true },
  { name: 'organization-edit', path: () => '/organization/settings?edit', isProtected: true },
  { name: 'members', path: () => '/organization/settings/members', isProtected: true },
  {
    name: 'remove-member',
    path: ({ member }) => `/organization/settings/members?remove=${member}`,
    isProtected: true,
  },
  {
    name: 'new-admin',
    path: ({ member }) => `/organization/settings/members?role=ADMIN&member=${member}`,
    isProtected: true,
  },
  { name: 'organization-data', path: () => '/organization/settings/data', isProtected: true },
  { name: 'api-tokens', path: () => '/organization/settings/tokens', isProtected: true },
  { name: 'values', path: () => '/organization/settings/values', isProtected: true },
  { name: 'value-new', path: () => '/organization/settings/values/new', isProtected: true },
  { name: 'records', path: () => '/organization/settings/stores/customers/records', isProtected: true },
  {
    name: 'record',
    path: () =>
      '/organization/settings/stores/customers/record?key=a.person.with.a.rather.long.address@subsidiary.example.com',
    isProtected: true,
  },
  { name: 'connections', path: () => '/organization/settings/connections', isProtected: true },
  { name: 'connection-kinds', path: () => '/organization/settings/connections/new', isProtected: true },
  {
    name: 'connection-new',
    path: () => '/organization/settings/connections/new?kind=api_key',
    isProtected: true,
  },
  {
    name: 'connection',
    path: ({ connection }) => `/organization/settings/connections/${connection}`,
    isProtected: true,
  },
  {
    name: 'connection-failing',
    path: ({ failingConnection }) => `/organization/settings/connections/${failingConnection}`,
    isProtected: true,
  },
  {
    name: 'connection-delete',
    path: ({ connection }) => `/organization/settings/connections/${connection}?delete`,
    isProtected: true,
  },
  {
    name: 'connection-unconnected',
    path: ({ unconnected }) => `/organization/settings/connections/${unconnected}`,
    isProtected: true,
  },
  {
    name: 'connection-new-authorization',
    path: () => '/organization/settings/connections/new?kind=oauth2_authorization_code',
    isProtected: true,
  },
  {
    name: 'connection-new-asks',
    path: () => '/organization/settings/connections/new?provider=shopify&place=a/b',
    isProtected: true,
  },
  { name: 'oauth-callback', path: ({ callback }) => callback, isProtected: true },
  { name: 'oauth-callback-over', path: () => '/oauth/callback?state=nobodys', isProtected: true },
  { name: 'executions', path: () => '/executions', isProtected: true },
  { name: 'audit-log', path: () => '/organization/settings/audit', isProtected: true },
  { name: 'invitation', path: ({ invitation }) => invitation },
  { name: 'invitation-for-another', path: ({ invitation }) => invitation, isProtected: true },
  { name: 'invitation-invalid', path: () => '/invitation?token=nobodys' },
  { name: 'naming-dialog', path: () => '/integration', isProtected: true },
  { name: 'editor-empty', path: ({ empty }) => `/integration/${empty}`, isProtected: true },
  { name: 'editor', path: ({ filled }) => `/integration/${filled}`, isProtected: true },
  { name: 'deploy-incomplete', path: ({ empty }) => `/integration/${empty}/deploy`, isProtected: true },
  { name: 'deploy', path: ({ filled }) => `/integration/${filled}/deploy`, isProtected: true },
  {
    name: 'disable-dialog',
    path: ({ filled }) => `/integration/${filled}/deploy?dialog=disable`,
    isProtected: true,
  },
  { name: 'import-calls', path: ({ filled }) => `/integration/${filled}/import`, isProtected: true },
  { name: 'select-integrations', path: () => '/integration/select', isProtected: true },
  { name: 'deleted-integrations', path: () => '/integration/deleted', isProtected: true },
  {
    name: 'delete-now',
    path: ({ deleted }) => `/integration/deleted?delete=${deleted}`,
    isProtected: true,
  },
  { name: 'import-integration', path: () => '/integration/import', isProtected: true },
  { name: 'logs-empty', path: ({ empty }) => `/integration/${empty}/logs`, isProtected: true },
  { name: 'logs-narrowed', path: ({ filled }) => `/integration/${filled}/logs?q=zebra`, isProtected: true },
  {
    name: 'log-alone',
    path: ({ filled, execution }) => `/integration/${filled}/logs?execution=${execution}`,
    isProtected: true,
  },
  { name: 'logs', path: ({ filled }) => `/integration/${filled}/logs`, isProtected: true },
  {
    name: 'backtest',
    path: ({ filled }) => `/integration/${filled}/backtest?version=1&last=20`,
    isProtected: true,
  },
  {
    name: 'recorded-tests',
    path: ({ filled, execution }) => `/integration/${filled}/tests?record=${execution}`,
    isProtected: true,
  },
  { name: 'run', path: ({ filled }) => `/integration/${filled}/run`, isProtected: true },
  { name: 'memory', path: ({ filled }) => `/integration/${filled}/memory`, isProtected: true },
  { name: 'versions', path: ({ filled }) => `/integration/${filled}/versions`, isProtected: true },
  {
    name: 'log-details',
    path: ({ filled, execution }) => `/integration/${filled}/logs?open=${execution}`,
    isProtected: true,
  },
];

/**
 * In each theme the widths in turn, each from the one before it so that the window changes as seldom as can be; and what
 * axe looks at there: each width by all rules in one theme, in the other by those about colours. The middle width has
 * nothing that the others have not, so without script, where the same page is read, it is left out.
 */
const visits: Record<
  'withScript' | 'withoutScript',
  Record<(typeof themes)[number], { width: number; about?: 'all' | 'colours' }[]>
> = {
  withScript: {
    light: [{ width: 360, about: 'colours' }, { width: 768 }, { width: 1280, about: 'all' }],
    dark: [{ width: 1280, about: 'colours' }, { width: 768 }, { width: 360, about: 'all' }],
  },
  withoutScript: {
    light: [{ width: 360 }, { width: 1280, about: 'all' }],
    dark: [{ width: 1280 }, { width: 360, about: 'all' }],
  },
};

interface Reader {
  page: Page;
  browser: CDPSession;
  /** What the page threw and nobody caught. */
  errors: string[];
}

/**
 * One window for all screens, which are only looked at: in a new one, the browser would load and compile the product's
 * script anew for each. axe is script itself, so it can be switched on and off.
 */
const test = base.extend<{ reader: Reader }>({
  reader: async ({ browser, product, keep }, use, { project }) => {
    const reader = await keep('reader', () => openReader(browser, product, hasScriptIn(project.name)));
    await use(reader);
    // The tests of other files come next, beside which no screen goes on asking for news. This page asks for nothing, and keeps
    // the browser's process for the product alive: a new one would read and compile the product's script anew.
    await reader.page.goto('/healthz');
  },
});

async function openReader(browser: Browser, product: Product, hasScript: boolean): Promise<Kept<Reader>> {
  const context = await browser.newContext({
    baseURL: product.url,
    extraHTTPHeaders: { 'X-Forwarded-For': product.nextAddress() },
    reducedMotion: 'reduce',
  });
  const errors = prepareBrowser(context, hasScript);
  const page = await context.newPage();
  const value = { page, browser: await context.newCDPSession(page), errors };
  return { value, close: () => context.close() };
}

function hasScriptIn(project: string): boolean {
  return project !== 'without script';
}

for (const screen of screens) {
  test(
    `${screen.name} suits every window and reader`,
    { tag: '@drawn' },
    async ({ reader, product }, { project }) => {
      const { page, browser, errors } = reader;
      const prepared = await prepareIntegrations(page, product);
      if (!screen.isProtected) await page.context().clearCookies();
      if (screen.isNew) await startSession(page, product);
      const hasScript = hasScriptIn(project.name);
      const setScript = (isOn: boolean) =>
        browser.send('Emulation.setScriptExecutionDisabled', { value: !isOn });
      await setScript(hasScript);
      let isOpen = false;
      for (const theme of themes) {
        // The theme is a matter of the style sheet alone: a page that is open follows it.
        await page.emulateMedia({ colorScheme: theme });
        for (const { width, about } of visits[hasScript ? 'withScript' : 'withoutScript'][theme]) {
          await page.setViewportSize({ width, height: 900 });
          if (!isOpen) await page.goto(screen.path(prepared));
          isOpen = true;
          await keepPicture(page, `${screen.name}-${project.name.replace(' ', '-')}-${width}-${theme}`);
          await expectNoOverflow(page, `${width} px wide`);
          if (width === 360 && theme === 'light') await expectLargeTextFits(page, screen.name);
          if (!about) continue;
          await setScript(true);
          expect(await findViolations(page, about), `${theme}, ${width} px`).toEqual([]);
          await setScript(hasScript);
        }
      }
      expectNoErrors(errors);
    },
  );
}

test(
  'the style sheet suits a screen that stands and one that lies',
  { tag: '@script' },
  async ({ reader }) => {
    const { page, browser } = reader;
    await browser.send('Emulation.setScriptExecutionDisabled', { value: false });
    await page.goto('/login');
    expect(await isOrientationLocked(page)).toBe(false);
  },
);

test(
  'names of one long word suit a narrow window',
  { tag: '@drawn' },
  async ({ reader, product }, { project }) => {
    const { page, browser, errors } = reader;
    await browser.send('Emulation.setScriptExecutionDisabled', { value: !hasScriptIn(project.name) });
    await startSession(page, product);
    const longest = 'W'.repeat(99);
    const id = await createIntegration(page.request, product, {
      name: longest,
      description: longest,
      triggerConfig: { type: 'webhook', webhook: {} },
      apiCalls: [
        {
          id: 'long',
          name: longest.slice(0, 30),
          order: 1,
          method: 'GET',
          url: `https://example.com/${longest}`,
        },
      ],
    });
    await page.goto('/organization/settings?edit');
    await page.getByLabel('Name').fill(longest);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('definition').getByText(longest)).toBeVisible();
    await page.setViewportSize({ width: 360, height: 900 });
    const settings = ['', '?edit', '/members', '/data', '/tokens', '/audit'];
    const paths = [
      '/',
      `/?delete=${id}`,
      '/?dialog=delete-account',
      '/?dialog=sessions',
      '/?dialog=billing',
      ...settings.map((path) => `/organization/settings${path}`),
      ...['', '/deploy', '/logs', '/import'].map((path) => `/integration/${id}${path}`),
    ];
    for (const path of paths) {
      await page.goto(path);
      await expectNoOverflow(page, path);
    }
    expectNoErrors(errors);
  },
);

async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
