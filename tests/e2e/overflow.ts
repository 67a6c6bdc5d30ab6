// What does not fit a window: a page that is wider, a control that reaches past an edge, a text that is cut off.
import { expect, type Page } from '@playwright/test';

/** Right after the window changed its size, a busy browser still tells a width in between. */
export async function expectNoOverflow(page: Page, place: string): Promise<void> {
  const measure = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(measure, place).toBeLessThanOrEqual(0);
}

/** The same with text of twice the size, as browsers offer it: also each control and each text fits its place. */
export async function expectLargeTextFits(page: Page, place: string): Promise<void> {
  const setSize = (size: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);
  await setSize('200%');
  await expect.poll(() => findWhatDoesNotFit(page), `${place}, large text`).toEqual([]);
  await setSize('');
}

/** What scrolls sideways by itself may be wider, and a text that is cut off may have its whole in a title. */
async function findWhatDoesNotFit(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    /** In pixels, for what the browser rounds. */
    const tolerance = 1;
    const found = scrollWidth > clientWidth ? [`The page is ${scrollWidth} wide.`] : [];
    for (const element of document.querySelector('dialog:modal')?.querySelectorAll('*') ??
      document.querySelectorAll('body *')) {
      if (!element.checkVisibility() || element.closest('svg, [aria-hidden="true"]')) continue;
      const what = `${element.localName} “${element.textContent?.trim().slice(0, 40)}”`;
      if (element.matches('a, button, summary, input, select, textarea') && isOut(element)) {
        found.push(`Out of its place: ${what}`);
      }
      if (element.matches('.button') && spills(element)) found.push(`Out of its button: ${what}`);
      const isCut =
        getComputedStyle(element).textOverflow === 'ellipsis' &&
        // What is a pixel wide is for screen readers alone.
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + tolerance;
      if (isCut && !element.matches('[title], [title] *, select, input')) found.push(`Cut off: ${what}`);
    }
    return found;

    /** Whether a text reaches past the edges of its button. One that is cut off, or is for screen readers alone, does not. */
    function spills(button: Element): boolean {
      const { left, right } = button.getBoundingClientRect();
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode: text } = texts;
        const range = document.createRange();
        range.selectNodeContents(text);
        const isShown = text.parentElement && getComputedStyle(text.parentElement).overflowX === 'visible';
        const boxes = isShown ? [...range.getClientRects()] : [];
        if (boxes.some((box) => box.left < left - tolerance || box.right > right + tolerance)) return true;
      }
      return false;
    }

    /** Whether a control reaches past the window, or past what is around it and cuts it off. */
    function isOut(control: Element): boolean {
      const { left, right } = control.getBoundingClientRect();
      let edges = { left: 0, right: clientWidth };
      for (let around = control.parentElement; around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around);
        const box = around.getBoundingClientRect();
        // What scrolls by itself, or is for screen readers alone.
        if (overflowX === 'auto' || overflowX === 'scroll' || box.width <= 1) return false;
        if (overflowX === 'visible' && !around.matches('section')) continue;
        edges = { left: Math.max(edges.left, box.left), right: Math.min(edges.right, box.right) };
      }
      return left < edges.left - tolerance || right > edges.right + tolerance;
    }
  });
}
