import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds otherwise where only the colours changed. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * The rules that axe finds broken, with where, once nothing on the page changes its colour or place any more: all rules,
 * or those about colours.
 */
export async function findViolations(page: Page, about: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Reduced motion makes a transition short, not none: until the next frame, a colour is that of the theme before.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(
    async (rules) => {
      const { axe: checker } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await checker.run(document, {
        resultTypes: ['violations'],
        ...(rules && { runOnly: rules }),
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
      );
    },
    about === 'colours' ? colourRules : undefined,
  );
}
