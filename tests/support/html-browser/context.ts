// Somebody's browser that is none: its cookies, and the pages that are open in it.
import type { APIRequest, APIRequestContext, Cookie } from '@playwright/test';
import { HtmlPage } from './page';

export interface HtmlContextOptions {
  baseURL: string;
  extraHTTPHeaders?: Record<string, string>;
}

type NewCookie = Pick<Cookie, 'name' | 'value'> & Partial<Cookie> & { url?: string };

export class HtmlContext {
  private constructor(
    private readonly maker: APIRequest,
    private readonly options: HtmlContextOptions,
    /** What programs of the same person send: with the same cookies. */
    public request: APIRequestContext,
  ) {}

  static async open(maker: APIRequest, options: HtmlContextOptions): Promise<HtmlContext> {
    return new HtmlContext(maker, options, await maker.newContext(options));
  }

  resolve(path: string): string {
    return new URL(path, this.options.baseURL).href;
  }

  async newPage(): Promise<HtmlPage> {
    return new HtmlPage(this);
  }

  async cookies(): Promise<Cookie[]> {
    return (await this.request.storageState()).cookies;
  }

  async addCookies(added: NewCookie[]): Promise<void> {
    const cookies = added.map(({ url, ...cookie }) => ({
      domain: new URL(url ?? this.options.baseURL).hostname,
      path: '/',
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax' as const,
      ...cookie,
    }));
    await this.replaceCookies([...(await this.cookies()), ...cookies]);
  }

  async clearCookies(): Promise<void> {
    await this.replaceCookies([]);
  }

  /** They are given once, to a new one. */
  private async replaceCookies(cookies: Cookie[]): Promise<void> {
    const former = this.request;
    this.request = await this.maker.newContext({ ...this.options, storageState: { cookies, origins: [] } });
    await former.dispose();
  }

  async close(): Promise<void> {
    await this.request.dispose();
  }
}
