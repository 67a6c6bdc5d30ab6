// Asks a JSON call, or opens and sends a screen, as somebody of the house.
import type { ActionFunction, LoaderFunction } from '@remix-run/node';
import { serializeProof } from '~/auth/login/proof-cookie';
import { readSessionToken } from '~/auth/session';
import type { AppContext } from '~/context';
import { readCookies } from '../support/accounts';
import { type CheckedApp, createCheckedApp } from './checked-app';
import { type Answer, describeAnswer, type Everybody, type House } from './role-setup';
import type { calls, Form } from './role-table';

interface RouteModule {
  loader?: LoaderFunction;
  action?: ActionFunction;
}

const routes = import.meta.glob<RouteModule>(['/app/routes/*.{ts,tsx}', '/app/routes/*/route.{ts,tsx}'], {
  eager: true,
});

function nameOf(file: string): string {
  return file.replace('/app/routes/', '').replace(/(\/route)?\.tsx?$/, '');
}

export const modules = new Map(Object.entries(routes).map(([file, module]) => [nameOf(file), module]));

let asked: AppContext;
let shared: CheckedApp | undefined;

/** One app for all rows, with what the house has that is asked: to make it takes longer than what is asked of it. */
function askOf(context: AppContext): CheckedApp {
  asked = context;
  shared ??= createCheckedApp(lend(context));
  return shared;
}

/** A context whose parts are those of the house that is asked. Its clock stands still, which is the same in all. */
function lend(context: AppContext): AppContext {
  const lent = { ...context };
  for (const [name, part] of Object.entries(context)) {
    if (typeof part !== 'object') continue;
    const get = (_part: object, key: string) => Reflect.get(Reflect.get(asked, name), key);
    Reflect.set(lent, name, new Proxy(part, { get }));
  }
  return lent;
}

export async function call(
  { context, cookies, fill }: House,
  who: Everybody,
  name: string,
  { path, body, isProven }: Omit<(typeof calls)[string], 'answers' | 'needs'>,
): Promise<number> {
  const [method, mounted] = name.split(' ') as [string, string];
  const address = fill(path ?? mounted.replace(':id', ':integration').replace(':executionId', ':execution'));
  const cookie = isProven ? await addProof(context, cookies[who]) : cookies[who];
  const headers = new Headers({ Cookie: cookie, Origin: context.config.appUrl });
  if (body) headers.set('Content-Type', 'application/json');
  const init = { method, headers, body: body && fill(JSON.stringify(body)) };
  const response = await askOf(context).request(address, init);
  await response.body?.cancel();
  return response.status;
}

async function addProof({ config, now }: AppContext, cookie: string): Promise<string> {
  const token = await readSessionToken(config, new Request(config.appUrl, { headers: { Cookie: cookie } }));
  return token === undefined
    ? cookie
    : `${cookie}; ${readCookies([await serializeProof(config, token, now())])}`;
}

interface Visit {
  run: LoaderFunction | ActionFunction | undefined;
  path: string;
  params: Form | undefined;
  /** What is sent; without it, the screen is opened. */
  form: Form | undefined;
}

export async function visit(
  house: House,
  who: Everybody,
  { run, path, params, form }: Visit,
): Promise<Answer> {
  const { context, fill } = house;
  const fillAll = (values: Form) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(value)]));
  const args = ask(house, who, {
    path,
    params: fillAll(params ?? {}),
    body: form && new URLSearchParams(fillAll(form)),
  });
  return describeAnswer(context, async () => run?.(args));
}

/** What a loader or an action is called with. */
export function ask(
  { context, cookies, fill }: House,
  who: Everybody,
  { path, params, body }: { path: string; params: Form; body: URLSearchParams | FormData | undefined },
) {
  const request = new Request(context.config.appUrl + fill(path), {
    method: body ? 'POST' : 'GET',
    headers: { Cookie: cookies[who] },
    body,
  });
  return { request, params, context: { app: context, nonce: '', address: '192.0.2.1' } };
}

export function fillAnswer({ fill }: House, answer: Answer): Answer {
  return typeof answer === 'string' ? fill(answer) : answer;
}
