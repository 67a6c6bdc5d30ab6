// The tables of the documents say what the code does.
import { expect, test } from 'vitest';
import { computeDelay, readRetryAfter } from '~/engine/definition/retry';
import { holds } from '~/engine/comparing/operators';
import { filterNames } from '~/engine/filters/filter-names';
import { readVariable } from '~/engine/placeholders/read-variable';
import { Operator } from '~/engine/comparing/operator-name';
import { Condition, Otherwise } from '~/engine/definition/conditional-step';
import { findCronProblem, listLatestRuns, listNextRuns } from '~/engine/triggers/cron';
import { loggedBodyLength } from '~/engine/events/event';
import { ApiCall } from '~/engine/definition/api-call';
import { limits } from '~/engine/schema/limits';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { type DuePlan, planDue } from '~/engine/triggers/missed-runs';
import { pathProblem } from '~/engine/paths/path-problem';
import { readPath } from '~/engine/paths/path-walk';
import { type PagesRepeat, Repeat } from '~/engine/definition/repeat';
import { readPage } from '~/engine/run/next-page';
import { finish } from '~/engine/json/json-parts';
import { buildRequest } from '~/engine/run/request';
import { findRule } from '~/engine/run/response-rule';
import { ResponseHandlingStep } from '~/engine/definition/response-step';
import type { MissedRuns } from '~/engine/triggers/trigger';
import { isAllowed, parseOutboundAllow } from '~/outbound/allowlist';
import { problems } from '~/problem';
import { defaultRunSettings } from '~/engine/definition/run-settings';
import { findBlock, listBlocks, listRows } from './documents';

function build(place: string, template: string) {
  const headers: Record<string, Record<string, string>> = {
    Header: { 'X-Value': template },
    'Form body': { 'Content-Type': 'application/x-www-form-urlencoded' },
    'XML body': { 'Content-Type': 'text/xml' },
    'Text body': { 'Content-Type': 'text/plain' },
  };
  const call = ApiCall.parse({
    id: 'example',
    order: 1,
    method: 'POST',
    url: place === 'URL' ? template : 'https://api.example.com/',
    headers: headers[place] ?? {},
    body: place.endsWith('body') ? template : '',
  });
  const variables = Object.entries(parseJson(findBlock('docs/variables.md', 'variables')) as object);
  return finish(buildRequest(call, new Map<string, unknown>(variables), 'key'));
}

test.each(listRows('docs/variables.md', 'templates'))('%s: %s is sent as %s', (place, written = '', sent) => {
  const built = build(place ?? '', written);
  if (built.kind !== 'request') throw new Error(built.message);
  const { url, headers, body } = built.request;
  const header = headers.find(([name]) => name === 'X-Value')?.[1];
  expect(place === 'URL' ? url : place === 'Header' ? header : body).toBe(sent);
});

test.each(listRows('docs/variables.md', 'refusals'))('%s: %s is rejected', (place, written = '', message) => {
  expect(build(place ?? '', written)).toMatchObject({ kind: 'refused', message });
});

test.each(listRows('docs/filters.md', 'filters'))('%s gives %s', (expression = '', value) => {
  const given = parseJson(findBlock('docs/filters.md', 'filtered')) as object;
  expect(stringifyJson(readVariable(expression, new Map(Object.entries(given))))).toBe(value);
});

test('every filter is explained', () => {
  const written = listRows('docs/filters.md', 'filters').map(([expression = '']) => expression);
  const shown = new Set(written.flatMap((text) => [...text.matchAll(/\| (\w+)/g)].map(([, name]) => name)));
  expect(filterNames.filter((name) => !shown.has(name))).toEqual([]);
});

test.each(listRows('docs/variables.md', 'paths'))('the path %s gives %s', (path = '', value) => {
  expect(pathProblem(path)).toBeUndefined();
  const read = readPath(parseJson(findBlock('docs/variables.md', 'payload')), path);
  expect(read.found ? stringifyJson(read.value) : 'nothing').toBe(value);
});

test.each(listRows('docs/variables.md', 'refused-paths'))('the path %s is rejected', (path = '', message) => {
  expect(pathProblem(path)).toBe(message);
});

test.each(listRows('docs/conditions.md', 'conditions'))('%s %s %s: %s', (value, operator, compared, held) => {
  const actual = value === 'nothing' ? undefined : parseJson(value ?? '');
  const expected = Condition.shape.value.parse(compared ? parseJson(compared) : null);
  expect(holds(actual, Operator.parse(operator), expected)).toBe(held === 'yes');
});

test('every operator is explained', () => {
  const named = new Set(listRows('docs/conditions.md', 'conditions').map(([, operator]) => operator));
  expect(named).toEqual(new Set(Operator.options));
});

test('everything that may happen when conditions are not met is explained', () => {
  expect(listRows('docs/conditions.md', 'otherwise').map(([name]) => name)).toEqual(Otherwise.options);
});

test.each(listRows('docs/response-rules.md', 'codes'))('the code %s matches %s, not %s', (code, yes, no) => {
  const step = ResponseHandlingStep.parse({
    id: 'step',
    nextApiCallId: 'call',
    responseHandling: { statusCodeActions: [{ statusCodes: [code], action: 'continue' }] },
  });
  const matches = (status: string) =>
    findRule(step, status === 'network' ? null : Number(status)) !== undefined;
  expect(yes?.split(', ').map(matches)).not.toContain(false);
  expect(no?.split(', ').map(matches)).not.toContain(true);
});

test.each(listRows('docs/response-rules.md', 'retries'))(
  '%s retries after %s ms wait %s',
  (name, base, waits) => {
    const retry = {
      backoffStrategy: name as 'linear' | 'exponential',
      retryDelay: Number(base),
      maxRetries: 3,
    };
    const delays = [1, 2, 3].map((attempt) => `${computeDelay(retry, attempt, 0) / 1000} s`);
    expect(delays.join(', ')).toBe(waits);
  },
);

test.each(listRows('docs/response-rules.md', 'retry-after'))(
  'Retry-After %s, Date %s: %s',
  (after, date, wait) => {
    const headers = Object.entries({ 'Retry-After': after, Date: date }).filter(
      (header): header is [string, string] => header[1] !== undefined && header[1] !== 'none',
    );
    const retry = { backoffStrategy: 'linear', retryDelay: 2_000, maxRetries: 3 } as const;
    const delay = computeDelay(retry, 1, readRetryAfter(headers, Date.UTC(2026, 0, 5, 12)));
    expect(`${delay / 1000} s`).toBe(wait);
  },
);

function clockOf(time: number): string {
  return spellTime(time).slice(11);
}

function spellTime(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

test.each(listRows('docs/schedules.md', 'schedules'))(
  '%s in %s after %s: %s',
  (pattern, zone, after, next) => {
    const runs = next?.split(', ') ?? [];
    const schedule = { cronExpression: pattern ?? '', timezone: zone ?? '' };
    expect(findCronProblem(schedule.cronExpression)).toBeUndefined();
    const found = listNextRuns(schedule, Date.parse(`${after}Z`), runs.length);
    expect(found.map(spellTime)).toEqual(runs);
  },
);

test.each(listRows('docs/schedules.md', 'missed-runs'))(
  'missedRuns %s runs "%s", skips "%s"',
  (policy, ran, skip) => {
    const cron = {
      cronExpression: '0 * * * *',
      timezone: 'UTC',
      missedRuns: policy as MissedRuns,
    };
    const now = Date.UTC(2026, 0, 5, 5, 10);
    const runs: string[] = [];
    const skipped: string[] = [];
    for (let next: number | null = Date.UTC(2026, 0, 5, 2); next !== null && next <= now;) {
      const plan: DuePlan = finish(planDue(cron, next, now));
      if (plan.due !== null) runs.push(clockOf(plan.due));
      if (plan.skipped) {
        const { first, count } = plan.skipped;
        const after = listLatestRuns(cron, { from: first, to: now, limit: 100 });
        skipped.push(...after.slice(0, count).map(clockOf));
      }
      next = plan.nextAt;
    }
    expect([runs.join(', '), skipped.join(', ')]).toEqual([ran, skip]);
  },
);

test.each(listRows('docs/lists.md', 'cursors'))(
  '%s: %s leads to the next page of %s',
  (_api, path, body, cursor) => {
    const repeat = Repeat.parse({
      kind: 'pages',
      next: { by: 'cursor', path, param: 'cursor' },
      items: '$..[*]',
      saveAs: 'items',
    }) as PagesRepeat;
    const answer = {
      kind: 'response' as const,
      status: 200,
      statusText: 'OK',
      headers: [],
      body: body ?? '',
      bodyBytes: 0,
      binary: false,
      truncated: false,
      durationMs: 0,
      answeredAt: 0,
    };
    const before = { count: 0, items: 0, length: 0, nexts: new Set<string>(), origin: '' };
    const about = { url: 'https://api.example.com/', before, allowedHosts: [] };
    const reading = finish(readPage(repeat, answer, about));
    if (reading.kind === 'wrong') throw new Error(reading.message);
    expect(reading.page.next ?? 'none: it is over').toBe(cursor);
  },
);

test('the table of cursors has the paths of all examples', () => {
  const examples = listBlocks('docs/lists.md').filter(({ mark }) => mark === 'integration');
  const text = examples.map((block) => block.text).join('');
  const paths = Array.from(text.matchAll(/"by": "cursor",\s+"path": "([^"]+)"/g), ([, path]) => path);
  const rows = listRows('docs/lists.md', 'cursors').map(([, path]) => path);
  expect(rows).toEqual(expect.arrayContaining(paths));
  expect(paths).not.toEqual([]);
});

test('the responses to a delivery have the status and code of the table of problems', () => {
  const known = Object.values(problems).map(({ status, code }) => `${status} ${code}`);
  for (const [status, code] of listRows('docs/webhooks.md', 'answers')) {
    if (status !== '202') expect(known).toContain(`${status} ${code}`);
  }
});

test.each(listRows('docs/self-hosting.md', 'outbound'))(
  'OUTBOUND_ALLOW=%s opens %s, not %s',
  (entry, yes, no) => {
    const allow = parseOutboundAllow(entry ?? '');
    if ('kind' in allow) throw new Error(allow.message);
    const opens = (text: string) => {
      const { hostname, port, protocol } = new URL(text.replaceAll('`', ''));
      const target = { hostname, address: hostname, port: Number(port) || (protocol === 'http:' ? 80 : 443) };
      return isAllowed(allow.entries, target);
    };
    expect(yes?.split(', ').map(opens)).not.toContain(false);
    expect(no?.split(', ').map(opens)).not.toContain(true);
  },
);

test('the limits are those of the engine', () => {
  const { min, default: usual, max } = limits.callTimeoutMs;
  const kib = 1024;
  const said = Object.fromEntries(listRows('docs/concepts.md', 'limits') as [string, string][]);
  expect(said).toMatchObject({
    'Calls in a chain': String(limits.calls),
    'An execution, waits before calls left out': `${defaultRunSettings.maxMinutes} minutes`,
    'One attempt of a call': `${usual / 1000} s, from ${min / 1000} s to ${max / 1000} s by the call's setting`,
    'Headers of a call': String(limits.headersPerCall),
    'Request body as written / with its variables': `${limits.bodyLength / kib ** 2} MiB / ${limits.sentBodyBytes / kib ** 2} MiB`,
    'Of each body in the log': `${loggedBodyLength / kib} KiB`,
  });
});
