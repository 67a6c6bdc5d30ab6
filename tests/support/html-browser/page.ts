// A page as a browser without script has it, but without a browser: links lead on and forms are sent, over HTTP.
import { writeFileSync } from 'node:fs';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { createDataDir } from '../server';
import { moveWithin, readBlank, readDocument } from './document';
import { type FormRequest, describeRequest } from './forms';
import { HtmlLocator, Queries } from './locator';
import { targetMark } from './style-rules';
import { forgetLooks } from './visibility';

/** A browser says so with each page that it opens. */
const navigationHeaders = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-User': '?1',
  'Upgrade-Insecure-Requests': '1',
};
const mostRedirects = 20;

/** A file that was sent to be kept. */
interface Download {
  suggestedFilename(): string;
  path(): Promise<string>;
}

/** What the tests ask of a response. */
interface PageResponse {
  ok(): boolean;
  status(): number;
  url(): string;
  headers(): Record<string, string>;
  request(): { method(): string };
}

/** What a page needs of the browser that it is open in. */
interface PageOwner {
  request: APIRequestContext;
  /** The whole address of a path. */
  resolve(path: string): string;
}

export class HtmlPage extends Queries {
  document = readBlank();
  private readonly visited: string[] = [];
  private readonly downloads: ((download: Download) => void)[] = [];
  private readonly responses: ((response: PageResponse) => void)[] = [];
  /** What the browser would do for the event that is being told to the page. */
  private next: (() => Promise<unknown>) | undefined;

  constructor(private readonly owner: PageOwner) {
    super();
  }

  protected override narrow(description: string, search: (scope: ParentNode) => Element[]): HtmlLocator {
    return new HtmlLocator(this, description, search);
  }

  context(): PageOwner {
    return this.owner;
  }

  get request(): APIRequestContext {
    return this.owner.request;
  }

  url(): string {
    return this.document.URL;
  }

  async content(): Promise<string> {
    return this.document.documentElement.outerHTML;
  }

  async title(): Promise<string> {
    return this.document.title;
  }

  async goto(path: string): Promise<PageResponse> {
    return this.open({ method: 'GET', url: this.owner.resolve(path) }, { isTyped: true });
  }

  async reload(): Promise<PageResponse> {
    return this.open({ method: 'GET', url: this.url() }, { isTyped: true });
  }

  async goBack(): Promise<PageResponse> {
    this.visited.pop();
    return this.open({ method: 'GET', url: this.visited.pop() ?? 'about:blank' }, { isTyped: true });
  }

  async bringToFront(): Promise<void> {}

  async close(): Promise<void> {}

  /** Pages are there when what led to them is done. */
  async waitForURL(expected: string | RegExp): Promise<void> {
    const url = this.url();
    const isThere =
      expected instanceof RegExp ? expected.test(url) : matchesGlob(this.owner.resolve(expected), url);
    if (!isThere) throw new Error(`The page is ${url}, not ${expected}.`);
  }

  waitForEvent(event: string): Promise<Download> {
    if (event !== 'download') throw new Error(`Only a browser tells of a ${event}.`);
    return new Promise((resolve) => void this.downloads.push(resolve));
  }

  async waitForResponse(isMeant: (response: PageResponse) => boolean): Promise<PageResponse> {
    return new Promise((resolve) => {
      this.responses.push((response) => {
        if (isMeant(response)) resolve(response);
      });
    });
  }

  /** Presses an element, and does what a browser does then. */
  async click(element: Element): Promise<void> {
    this.next = undefined;
    const { MouseEvent } = this.document.defaultView as Window & typeof globalThis;
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    forgetLooks();
    await this.goOn();
  }

  /** What Enter does in a field: as if the form's first button was pressed. */
  async submit(form: HTMLFormElement | null): Promise<void> {
    const button = [...(form?.elements ?? [])].find((each) =>
      each.matches('button:not([type]), button[type=submit], input[type=submit]'),
    );
    if (button) return this.click(button);
    this.next = undefined;
    form?.requestSubmit();
    return this.goOn();
  }

  private async goOn(): Promise<void> {
    const { next } = this;
    this.next = undefined;
    await next?.();
  }

  private async open(request: FormRequest, { isTyped = false } = {}): Promise<PageResponse> {
    const from = this.url();
    let { method, url, body, contentType } = request;
    // Only what is pressed can lead to a place of the same page; a redirect always loads one.
    if (isTheSamePage(from, url) && !isTyped && method === 'GET') return this.jump(url);
    for (let hops = 0; hops < mostRedirects; hops += 1) {
      const answer = await this.owner.request.fetch(url, {
        method,
        data: body,
        maxRedirects: 0,
        headers: {
          ...navigationHeaders,
          'Sec-Fetch-Site': isTyped ? 'none' : 'same-origin',
          ...(isTyped ? {} : { Referer: from.split('#')[0] ?? '' }),
          ...(method === 'POST' ? { Origin: new URL(from).origin, 'Content-Type': contentType ?? '' } : {}),
        },
      });
      this.tell(answer, url, method);
      const { location } = answer.headers();
      if (answer.status() < 300 || answer.status() >= 400 || location === undefined)
        return this.show(answer, url, method);
      url = new URL(location, url).href;
      if (answer.status() < 307) [method, body] = ['GET', undefined];
    }
    throw new Error(`${request.url} redirects without an end.`);
  }

  private tell(answer: APIResponse, url: string, method: string): void {
    const response = describeResponse(answer, url, method);
    for (const heard of this.responses) heard(response);
  }

  private async show(answer: APIResponse, url: string, method: string): Promise<PageResponse> {
    const { 'content-disposition': disposition = '', 'content-type': type = '' } = answer.headers();
    if (disposition.startsWith('attachment')) {
      const path = `${createDataDir()}/download`;
      writeFileSync(path, await answer.body());
      const name = /filename="?([^";]*)/.exec(disposition)?.[1] ?? '';
      for (const done of this.downloads.splice(0))
        done({ suggestedFilename: () => name, path: async () => path });
    } else if (answer.status() !== 204) {
      const text = await answer.text();
      this.visited.push(url);
      this.document = readDocument(type.startsWith('text/html') ? text : `<pre></pre>`, url);
      if (!type.startsWith('text/html')) this.document.body.textContent = text;
      this.document.addEventListener('click', (event) => this.follow(event));
      this.document.addEventListener('submit', (event) => this.send(event));
      this.showTarget();
    }
    return describeResponse(answer, url, method);
  }

  /** Goes to another place of the same page. */
  private jump(url: string): PageResponse {
    moveWithin(this.document, url);
    this.showTarget();
    return {
      ok: () => true,
      status: () => 200,
      url: () => url,
      headers: () => ({}),
      request: () => ({ method: () => 'GET' }),
    };
  }

  /** Marks the place that the address names, and opens what it is folded into. */
  private showTarget(): void {
    for (const former of this.document.querySelectorAll(`[${targetMark}]`))
      former.removeAttribute(targetMark);
    const target = this.document.getElementById(decodeURIComponent(new URL(this.url()).hash.slice(1)));
    target?.setAttribute(targetMark, '');
    for (let each = target?.parentElement; each; each = each.parentElement) {
      if (each.nodeName === 'DETAILS') each.setAttribute('open', '');
    }
    forgetLooks();
  }

  private follow(event: Event): void {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (!link) return;
    event.preventDefault();
    this.next = () => this.open({ method: 'GET', url: link.href });
  }

  private send(event: SubmitEvent): void {
    event.preventDefault();
    this.next = async () =>
      this.open(await describeRequest(event.target as HTMLFormElement, event.submitter));
  }
}

function describeResponse(answer: APIResponse, url: string, method: string): PageResponse {
  return {
    ok: () => answer.ok(),
    status: () => answer.status(),
    url: () => url,
    headers: () => answer.headers(),
    request: () => ({ method: () => method }),
  };
}

/** A star stands for a part of a path. */
function matchesGlob(glob: string, url: string): boolean {
  const parts = glob.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/]*')}$`).test(url);
}

function isTheSamePage(from: string, to: string): boolean {
  return to.includes('#') && from.split('#')[0] === to.split('#')[0];
}
