// Playwright's expectations of pages and locators, of those without a browser: each looks once, as nothing changes by itself.
import { expect as playwrightExpect } from '@playwright/test';
import { HtmlLocator } from './locator';
import { HtmlPage } from './page';
import { readDescription, readName } from './roles';
import { type Pattern, matchesText, normalizeWhiteSpace, readText } from './text';

interface Verdict {
  pass: boolean;
  message(): string;
}

type Field = HTMLInputElement;

function judge(pass: boolean, locator: HtmlLocator | HtmlPage, found: unknown, expected: unknown): Verdict {
  const what =
    locator instanceof HtmlPage ? locator.url() : `${locator.description}, at ${locator.page().url()}`;
  return {
    pass,
    message: () => `Of ${what}\nexpected: ${JSON.stringify(show(expected))}\nfound: ${JSON.stringify(found)}`,
  };
}

function show(expected: unknown): unknown {
  if (Array.isArray(expected)) return expected.map(show);
  return expected instanceof RegExp ? String(expected) : expected;
}

/** Whether a value is a text as a whole, or matches. */
function isText(found: string, expected: Pattern): boolean {
  return expected instanceof RegExp ? matchesText(found, expected) : found === expected;
}

function holdsText(found: string, expected: Pattern, isWhole: boolean): boolean {
  if (expected instanceof RegExp) return matchesText(found, expected);
  const [text, part] = [normalizeWhiteSpace(found), normalizeWhiteSpace(expected)];
  return isWhole ? text === part : text.includes(part);
}

function judgeTexts(locator: HtmlLocator, expected: Pattern | Pattern[], isWhole: boolean): Verdict {
  if (!Array.isArray(expected)) {
    const found = readText(locator.element());
    return judge(holdsText(found, expected, isWhole), locator, normalizeWhiteSpace(found), expected);
  }
  const found = locator.elements().map(readText);
  const isSame =
    found.length === expected.length &&
    found.every((text, index) => holdsText(text, expected[index] ?? '', isWhole));
  return judge(isSame, locator, found.map(normalizeWhiteSpace), expected);
}

/** Whether the one element is shown, or hidden; none is hidden. */
async function judgeShown(locator: HtmlLocator, expected: boolean): Promise<Verdict> {
  const isShown = await locator.isVisible();
  return judge(isShown === expected, locator, isShown, expected);
}

const ofPagesAndLocators = playwrightExpect.extend({
  toBeVisible: (locator: HtmlLocator) => judgeShown(locator, true),
  toBeHidden: (locator: HtmlLocator) => judgeShown(locator, false),
  toBeAttached: (locator: HtmlLocator) => judge(locator.elements().length > 0, locator, 0, 1),
  toHaveCount(locator: HtmlLocator, expected: number) {
    const found = locator.elements();
    return judge(found.length === expected, locator, found.length, expected);
  },
  toHaveValue(locator: HtmlLocator, expected: Pattern) {
    const { value } = locator.element() as Field;
    return judge(isText(value, expected), locator, value, expected);
  },
  toHaveText: (locator: HtmlLocator, expected: Pattern | Pattern[]) => judgeTexts(locator, expected, true),
  toContainText: (locator: HtmlLocator, expected: Pattern | Pattern[]) =>
    judgeTexts(locator, expected, false),
  toHaveAttribute(locator: HtmlLocator, name: string, expected?: Pattern) {
    const found = locator.element().getAttribute(name);
    const isAsExpected = found !== null && (expected === undefined || isText(found, expected));
    return judge(isAsExpected, locator, found, expected);
  },
  toBeChecked(locator: HtmlLocator, { checked = true }: { checked?: boolean } = {}) {
    const found = (locator.element() as Field).checked;
    return judge(found === checked, locator, found, checked);
  },
  toBeDisabled(locator: HtmlLocator) {
    const isDisabled = locator.isDisabled();
    return judge(isDisabled, locator, isDisabled, true);
  },
  toBeEnabled(locator: HtmlLocator) {
    const isDisabled = locator.isDisabled();
    return judge(!isDisabled, locator, isDisabled, false);
  },
  toHaveAccessibleName(locator: HtmlLocator, expected: Pattern) {
    const name = readName(locator.element());
    return judge(isText(name, expected), locator, name, expected);
  },
  toHaveAccessibleDescription(locator: HtmlLocator, expected: Pattern) {
    const description = readDescription(locator.element());
    return judge(isText(description, expected), locator, description, expected);
  },
  toHaveURL(page: HtmlPage, expected: Pattern) {
    const whole = typeof expected === 'string' ? page.context().resolve(expected) : expected;
    return judge(isText(page.url(), whole), page, page.url(), whole);
  },
  toHaveTitle(page: HtmlPage, expected: Pattern) {
    const { title } = page.document;
    return judge(isText(normalizeWhiteSpace(title), expected), page, title, expected);
  },
});

/** Playwright's `expect`, which also takes pages that no browser shows and what is in them. */
export const expect = new Proxy(playwrightExpect, {
  apply(target, self, [actual, ...more]: [unknown, ...unknown[]]) {
    const isWithoutBrowser = actual instanceof HtmlLocator || actual instanceof HtmlPage;
    return Reflect.apply(isWithoutBrowser ? ofPagesAndLocators : target, self, [actual, ...more]);
  },
});
