// A toast that survives a redirect: a signed cookie that the next page takes out, shows and clears.
import { createCookie, redirect } from '@remix-run/node';
import type { Config } from '~/config';
import { newId } from '~/db/core/id';

/** What the toaster shows; `id` keeps one toast from being shown twice. */
export interface CarriedToast {
  id: string;
  tone: 'success' | 'destructive';
  title: string;
  description?: string;
  durationMs?: number;
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

/** A redirect that shows a toast where it leads; `headers` are sent along, cookies of theirs are kept. */
export async function redirectWithToast(
  app: { config: Config },
  url: string,
  toast: Omit<CarriedToast, 'id'>,
  headers?: Headers,
): Promise<Response> {
  const all = new Headers(headers);
  const carried: CarriedToast = { id: newId(), ...toast };
  all.append('Set-Cookie', await toastCookie(app.config).serialize(carried, { maxAge: 60 }));
  return redirect(url, { headers: all });
}

/** The toast that was carried here, if any, and the headers that keep it from being shown again. */
export async function takeToast(
  app: { config: Config },
  request: Request,
): Promise<{ toast: CarriedToast | null; headers: Headers }> {
  const cookie = toastCookie(app.config);
  const headers = new Headers();
  const value: unknown = await cookie.parse(request.headers.get('Cookie'));
  if (value === null) return { toast: null, headers };
  headers.append('Set-Cookie', await cookie.serialize('', { maxAge: 0 }));
  // The signature says that it is ours; whatever else has this name is dropped.
  return { toast: isToast(value) ? value : null, headers };
}

function isToast(value: unknown): value is CarriedToast {
  return typeof value === 'object' && value !== null && 'id' in value && 'title' in value;
}
