// One table of every JSON call and every screen and who is answered what. A new one without a row fails.
import type { ActionFunction, LoaderFunction } from '@remix-run/node';
import { describe, expect, test } from 'vitest';
import { createTestContext } from '../support/context';
import { createHouse, describeAnswer, everybody, type House, type Who } from './role-setup';
import { type Answers, calls, type Form, screens } from './role-table';
import { createCheckedApp } from './checked-app';
import { createWholeApp } from './whole-app';

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

const modules = new Map(Object.entries(routes).map(([file, module]) => [nameOf(file), module]));

describe('the table', () => {
  test('has a row for every JSON call', async () => {
    const app = createWholeApp(await createTestContext());
    const mounted = app.routes.filter(({ method }) => method !== 'ALL');
    // What stands before a route's handler is mounted under its name, too.
    const names = new Set(mounted.map(({ method, path }) => `${method} ${path}`));
    expect(Object.keys(calls).toSorted()).toEqual([...names].toSorted());
  });

  test('has a row for every screen, and for all it takes', () => {
    const rows = Object.entries(screens).map(([name, { opened, sent }]) => [name, !!opened, !!sent]);
    const found = [...modules].map(([name, { loader, action }]) => [name, !!loader, !!action]);
    expect(rows.toSorted()).toEqual(found.toSorted());
  });
});

describe.each(Object.keys(calls))('%s', (name) => {
  const { answers, path, body } = calls[name]!;
  test.each(everybody.map((who, at) => [who, answers[at]] as const))('as %s: %s', async (who, answer) => {
    const house = await createHouse();
    expect(await call(house, who, name, { path, body })).toBe(answer);
  });
});

async function call(
  { context, cookies, fill }: House,
  who: Who,
  name: string,
  { path, body }: { path?: string; body?: object },
): Promise<number> {
  const [method, mounted] = name.split(' ') as [string, string];
  const address = fill(path ?? mounted.replace(':id', ':integration').replace(':executionId', ':execution'));
  const headers = new Headers({ Cookie: cookies[who], Origin: context.config.appUrl });
  if (body) headers.set('Content-Type', 'application/json');
  const init = { method, headers, body: body && fill(JSON.stringify(body)) };
  const response = await createCheckedApp(context).request(address, init);
  await response.body?.cancel();
  return response.status;
}

const visits = Object.entries(screens).flatMap(([name, { opened, sent, path, params }]) => {
  const { loader, action } = modules.get(name) ?? {};
  const asEverybody = (deed: string, run: typeof loader, answers: Answers | undefined, form?: Form) =>
    (answers ?? []).map((answer, at) => ({
      name,
      deed,
      who: everybody[at]!,
      answer,
      run,
      form,
      path,
      params,
    }));
  return asEverybody('opened', loader, opened).concat(asEverybody('sent', action, sent?.answers, sent?.form));
});

test.each(visits)('$name $deed as $who: $answer', async ({ who, answer, run, form, path = '/', params }) => {
  const { context, cookies, fill } = await createHouse();
  const fillAll = (values: Form) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(value)]));
  const request = new Request(context.config.appUrl + fill(path), {
    method: form ? 'POST' : 'GET',
    headers: { Cookie: cookies[who] },
    body: form && new URLSearchParams(fillAll(form)),
  });
  const given = { app: context, nonce: '', address: '192.0.2.1' };
  const args = { request, params: fillAll(params ?? {}), context: given };
  const expected = typeof answer === 'string' ? fill(answer) : answer;
  expect(await describeAnswer(context, async () => run?.(args))).toBe(expected);
});
