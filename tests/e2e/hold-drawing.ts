// A browser that draws nothing for a while, as a busy one: React's work waits for messages.
import type { Page } from '@playwright/test';

/** For the pages that are opened from now on: the returned function holds what React would draw, and lets go of it. */
export async function holdDrawing(page: Page): Promise<(isDrawn: boolean) => Promise<unknown>> {
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    const held: (() => void)[] = [];
    let isHeld = false;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      if (isHeld) held.push(() => post.call(this, message));
      else post.call(this, message);
    };
    addEventListener('drawing', ({ detail }: CustomEventInit<boolean>) => {
      isHeld = detail === false;
      if (!isHeld) for (const go of held.splice(0)) go();
    });
  });
  return (isDrawn) =>
    page.evaluate((detail) => dispatchEvent(new CustomEvent('drawing', { detail })), isDrawn);
}

/** Does what sends a form of the page, which stays there, and draws nothing of it but the end. */
export async function drawEndOnly(
  page: Page,
  draw: (isDrawn: boolean) => Promise<unknown>,
  send: () => Promise<unknown>,
): Promise<void> {
  await draw(false);
  await sendToEnd(page, send);
  await draw(true);
}

/** Does what sends a form of the page, which stays there, and waits until the router has its end, drawn or not. */
export async function sendToEnd(page: Page, send: () => Promise<unknown>): Promise<void> {
  const readKey = () => page.evaluate((): string => Reflect.get(window, '__remixRouter').state.location.key);
  const before = await readKey();
  await send();
  await page.waitForFunction((key) => {
    const { navigation, location } = Reflect.get(window, '__remixRouter').state;
    return navigation.state === 'idle' && location.key !== key;
  }, before);
}
