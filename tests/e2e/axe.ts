import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectLargeTextFits } from './overflow';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds otherwise where only the colours changed. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds otherwise where only the width changed, and the same is shown. */
const placeRules = ['target-size', 'scrollable-region-focusable'];

/** Off unless asked for, though WCAG 2.2 AA wants it: what is pressed is 24 by 24 CSS pixels, or has that much room. */
const askedFor = { 'target-size': { enabled: true } };

/** Which of the rules: all, those about colours, all but these, or those about where things stand. */
type About = 'all' | 'colours' | 'all else' | 'places';

/** For a look at a few rules. */
const chosen: Partial<Record<About, string[]>> = { colours: colourRules, places: placeRules };

/** For a look at all else. */
const withoutColours = Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }]));

/**
 * The rules that axe finds broken, with where, once nothing on the page changes its colour or place any more. What is
 * looked at is the whole page, or what is `within` an element. While a dialog is open it is that alone: nobody reaches what
 * lies behind, which is looked at where none is open.
 */
export async function findViolations(page: Page, about: About = 'all', within?: Locator): Promise<string[]> {
  await waitForAnimations(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(
    async ({ rules, others, part }) => {
      const { axe: checker } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await checker.run(part ?? document.querySelector('dialog:modal') ?? document, {
        resultTypes: ['violations'],
        // One rule reads the style sheet, which is the same on every page: it has a test of its own.
        preload: false,
        ...(rules ? { runOnly: rules } : { rules: others }),
      });
      const found: string[] = [];
      for (const { id, nodes } of violations) {
        const places = nodes.map(({ target }) => target.join(' '));
        const broken = id === 'target-size' ? await keepTooSmall(places) : places;
        if (broken.length > 0) found.push(`${id}: ${broken.join(', ')}`);
      }
      return found;

      /**
       * A bar that stays in place may cover a part of a target, which counts only where scrolling does not bring it out. Each
       * look takes as long as one at the whole page, so it is at all that are left.
       */
      async function keepTooSmall(places: string[]): Promise<string[]> {
        const { scrollX, scrollY } = window;
        const tooSmall: string[] = [];
        let left = places;
        while (left.length > 0) {
          const [first = '', ...next] = left;
          document.querySelector(first)?.scrollIntoView({ block: 'center', behavior: 'instant' });
          const isBroken = await look(left);
          if (isBroken(first)) tooSmall.push(first);
          left = next.filter(isBroken);
        }
        window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
        return tooSmall;
      }

      /** What is not found any more is broken, too. */
      async function look(places: string[]): Promise<(place: string) => boolean> {
        const include = places.filter((place) => document.querySelector(place)).map((place) => [place]);
        if (include.length === 0) return () => true;
        const again = await checker.run(
          { include },
          { runOnly: ['target-size'], preload: false, elementRef: true },
        );
        const elements = again.violations.flatMap(({ nodes }) => nodes.map(({ element }) => element));
        return (place) => {
          const target = document.querySelector(place);
          return !target || elements.some((element) => element && target.contains(element));
        };
      }
    },
    {
      rules: chosen[about],
      others: { ...askedFor, ...(about === 'all else' && withoutColours) },
      part: await within?.elementHandle(),
    },
  );
}

/** What rises or fades in is at its end then. Not by `waitForFunction`, which would put Playwright's whole script into the page. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => {
          const isMoving = document.getAnimations().some(({ playState }) => playState === 'running');
          if (isMoving) requestAnimationFrame(look);
          else resolve();
        };
        look();
      }),
  );
}

/** Does something in the light and in the dark. A page that is open follows, so it need not be made for each. */
async function inBothThemes(page: Page, look: (theme: 'light' | 'dark') => Promise<unknown>): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await look(theme);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** With SCREENSHOTS=folder, keeps a picture of the page in each theme, to look at. */
export async function keepPictures(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  await inBothThemes(page, (theme) =>
    page.screenshot({ path: join(folder, `${name}-${theme}.png`), fullPage }),
  );
}

/** The same at both widths: wide in the light, narrow in the dark. */
export async function keepPicturesByWidth(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  const before = page.viewportSize();
  await inBothThemes(page, async (theme) => {
    const width = theme === 'light' ? 1280 : 360;
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
  });
  if (before) await page.setViewportSize(before);
}

/** Expects nothing for axe to find: by all rules in the light, in the dark by those about colours. */
export async function expectNoViolations(page: Page, state: string): Promise<void> {
  await inBothThemes(page, async (theme) => {
    const about = theme === 'light' ? 'all' : 'colours';
    expect(await findViolations(page, about), `${state}, ${theme}`).toEqual([]);
  });
}

/**
 * The same at both widths. The page follows the window, so it is opened once; and the window changes as seldom as can be.
 * `prepare` is done to the page at each width, before the look.
 */
export async function expectNoViolationsAtEachWidth(
  page: Page,
  state: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  const widths = [360, 1280];
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of theme === 'light' ? widths : widths.toReversed()) {
      await page.setViewportSize({ width, height: 900 });
      await prepare(page);
      if (width === 360 && theme === 'light') await expectLargeTextFits(page, state);
      const about = theme === 'light' ? 'all' : 'colours';
      expect.soft(await findViolations(page, about), `${state}, ${width} px wide, ${theme}`).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Whether the style sheet of the page shows it in one orientation of a screen alone. */
export async function isOrientationLocked(page: Page): Promise<boolean> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof import('axe-core') };
    const { violations, passes } = await checker.run(document, { runOnly: ['css-orientation-lock'] });
    if (violations.length + passes.length !== 1) throw new Error('axe could not read the style sheet.');
    return violations.length > 0;
  });
}
