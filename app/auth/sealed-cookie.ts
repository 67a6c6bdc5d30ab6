// An encrypted cookie that is valid for minutes.
import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import type { Config } from '~/config';
import { openSealed, seal } from './secret-box';

interface SealedCookie<Value> {
  /** Returns the `Set-Cookie` value that stores it in the browser. */
  serialize(config: Config, value: Value, now: number): Promise<string>;
  /** Returns the `Set-Cookie` value that deletes it. */
  clear(config: Config): Promise<string>;
  /** Returns its value; undefined when it is missing, expired or changed, or when an older version wrote it. */
  read(config: Config, request: Request, now: number): Promise<Value | undefined>;
}

interface SealedCookieOptions<Value> {
  name: string;
  /** The path below which browsers send it. */
  path: string;
  lifetimeSeconds: number;
  schema: z.ZodType<Value>;
}

export function defineSealedCookie<Value>({
  name,
  path,
  lifetimeSeconds,
  schema,
}: SealedCookieOptions<Value>): SealedCookie<Value> {
  const place = `cookie:${name}`;
  const content = z.object({ value: schema, until: z.number() });
  const cookie = ({ appUrl }: Config) =>
    createCookie(name, { path, httpOnly: true, sameSite: 'lax', secure: appUrl.startsWith('https:') });
  return {
    serialize(config, value, now) {
      const text = JSON.stringify({ value, until: now + lifetimeSeconds * 1000 });
      return cookie(config).serialize(seal(config.appKey, text, place), { maxAge: lifetimeSeconds });
    },
    clear: (config) => cookie(config).serialize('', { maxAge: 0 }),
    async read(config, request, now) {
      const sealed: unknown = await cookie(config).parse(request.headers.get('Cookie'));
      const text = typeof sealed === 'string' ? openSealed(config, sealed, place) : undefined;
      const read = text === undefined ? undefined : content.safeParse(JSON.parse(text));
      return read?.success && read.data.until > now ? read.data.value : undefined;
    },
  };
}
