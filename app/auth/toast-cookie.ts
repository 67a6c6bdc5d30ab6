// A toast that survives a redirect: a signed cookie that the next page takes out, shows and clears.
import { createCookie, redirect } from '@remix-run/node';
import type { Config } from '~/config';
import { newId } from '~/db/core/id';

/** The content of a toast; `id` keeps it from being shown twice. */
export interface CarriedToast {
  id: string;
  tone: 'success' | 'destructive';
  title: string;
  description?: string;
  about?: string;
  durationMs?: number;
  link?: { label: string; to: string };
  undo?: { action: string; fields: Record<string, string> };
}

function toastCookie(config: Config) {
  return createCookie('toast', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.appUrl.startsWith('https:'),
    secrets: [config.sessionSecret],
  });
}

/** The longest description, in characters: browsers drop a cookie of more than 4,096 bytes, and other servers' texts stand in some. */
const maxDescription = 500;

/** Returns a redirect to a page that shows the toast. `headers` are added, with their cookies. */
export async function redirectWithToast(
  app: { config: Config },
  url: string,
  toast: Omit<CarriedToast, 'id'>,
  headers?: Headers,
): Promise<Response> {
  const all = new Headers(headers);
  const carried: CarriedToast = { id: newId(), ...toast };
  const characters = Array.from(toast.description ?? '');
  if (characters.length > maxDescription)
    carried.description = `${characters.slice(0, maxDescription).join('')}…`;
  all.append('Set-Cookie', await toastCookie(app.config).serialize(carried, { maxAge: 60 }));
  return redirect(url, { headers: all });
}

/** Returns the toast of the request's cookie, if any, and the headers that delete the cookie. */
export async function takeToast(
  app: { config: Config },
  request: Request,
): Promise<{ toast: CarriedToast | null; headers: Headers }> {
  const cookie = toastCookie(app.config);
  const headers = new Headers();
  const value: unknown = await cookie.parse(request.headers.get('Cookie'));
  if (value === null) return { toast: null, headers };
  headers.append('Set-Cookie', await cookie.serialize('', { maxAge: 0 }));
  // The signature proves that this server wrote the cookie; any other cookie of this name is ignored.
  return { toast: isToast(value) ? value : null, headers };
}

function isToast(value: unknown): value is CarriedToast {
  return typeof value === 'object' && value !== null && 'id' in value && 'title' in value;
}
