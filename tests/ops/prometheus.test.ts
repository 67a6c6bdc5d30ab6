// The rules and panels of ops/ against what a server really answers to /metrics: for each, something is done to the server that
// makes its condition true, and Prometheus' own tool evaluates it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AppContext } from '~/context';
import { claimJobs } from '~/db/executions/queue/claim';
import { insertStopIncident } from '../support/incidents';
import { createIntegrationContext, createTestExecution, type Owner } from '../support/executions';
import type { TestContext } from '../support/context';
import { connectFrom, createWholeApp } from '../api/whole-app';

const rulesFile = resolve('ops/prometheus-rules.yml');
const rulesText = readFileSync(rulesFile, 'utf8');
const dashboard = JSON.parse(readFileSync('ops/grafana-dashboard.json', 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const alerts = [...rulesText.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

interface Sample {
  /** With its labels. */
  series: string;
  value: number;
  /** Counters and histograms grow, gauges stand. */
  grows: boolean;
}

async function scrape(context: TestContext): Promise<Sample[]> {
  const app = createWholeApp(context);
  const text = await (await app.request('/metrics', {}, connectFrom('127.0.0.1'))).text();
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]));
  return [...text.matchAll(/^(wicked_\w+)(\{.*\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => {
    const family = name.replace(/_(?:bucket|sum|count)$/, '');
    const grows = types.get(name) === 'counter' || types.get(family) === 'histogram';
    return { series: name + labels, value: Number(value), grows };
  });
}

type Deed = (context: TestContext, owner: Owner) => unknown;

const hour = 60;

/** So many minutes nothing happens, then it does: gauges step, counters grow by as much each minute. */
const quietMinutes = 30;

async function listInput({ deed, minutes, isNamed }: Pick<Check, 'deed' | 'minutes' | 'isNamed'>) {
  const { context, owner } = await createIntegrationContext();
  const before = new Map((await scrape(context)).map(({ series, value }) => [series, value]));
  await deed(context, owner);
  const length = minutes - quietMinutes;
  // Most of a histogram's series matter to no rule, and each costs time.
  const samples = (await scrape(context)).filter(({ series }) => isNamed(series));
  return samples.map(({ series, value, grows }) => {
    const was = before.get(series);
    const first = was === undefined ? `_x${quietMinutes}` : `${was}x${quietMinutes}`;
    const step = grows ? value - (was ?? 0) : 0;
    return { series, values: `${first} ${value}+${step}x${length}` };
  });
}

function setInstallation({ db }: AppContext, row: Parameters<typeof updateInstallation>[1]) {
  return updateInstallation(db, row);
}

function updateInstallation(
  db: AppContext['db'],
  row: { paused_at?: number; backed_up_at?: number },
): Promise<number> {
  return db.run(db.build.updateTable('installation').set(row));
}

function times(count: number, work: () => void): void {
  for (let each = 0; each < count; each += 1) work();
}

async function begin(context: TestContext, owner: Owner): Promise<void> {
  await createTestExecution(context, owner);
  const lessee = { owner: 'runner', limit: 1, now: context.now(), leaseMs: 3_600_000 };
  await claimJobs(context.db, lessee);
  context.clock.advance(21 * 60_000);
}

/** What makes each alert fire, and after how many minutes. */
const firing: Record<string, { deed: Deed; minutes?: number }> = {
  WickedDiskLow: {
    deed: (context) => void (context.disk = { ...context.disk, isLow: () => true }),
  },
  WickedDatabaseDamaged: {
    deed: (context) => void (context.damage = { ...context.damage, isFound: () => true }),
  },
  WickedDeliveriesRefused: { deed: ({ metrics }) => metrics.countDelivery(503) },
  WickedQueueOld: {
    async deed(context, owner) {
      await createTestExecution(context, owner);
      context.clock.advance(61_000);
    },
  },
  WickedExecutionStuck: { deed: begin },
  WickedBackupFailed: { deed: ({ metrics }) => metrics.countBackup('failed') },
  WickedBackupOld: {
    // Prometheus' tool begins in 1970: so long before that.
    deed: (context) => setInstallation(context, { backed_up_at: -31 * hour * 60_000 }),
  },
  WickedBackupNever: { deed: () => undefined, minutes: 31 * hour },
  WickedCheckOld: {
    deed: ({ db }) => db.run(db.build.updateTable('self_check').set({ checked_at: -73 * hour * 60_000 })),
  },
  WickedPaused: { deed: (context) => setInstallation(context, { paused_at: 1 }), minutes: 2 * hour },
  WickedSaturated: {
    deed: (context) =>
      void (context.runnerCapacity = () => ({ all: 4, busy: 4, beyond: 0, waitingForHost: 0 })),
  },
  WickedFailures: {
    deed({ metrics }) {
      metrics.countExecution('completed');
      times(2, () => metrics.countExecution('error'));
    },
  },
  WickedLeasesLost: { deed: ({ metrics }) => metrics.countLostLeases(1) },
  WickedSlowCommits: { deed: ({ metrics }) => times(10, () => metrics.countCommit(400)) },
};

/** Everything that panels show, at once. */
async function doEverything(context: TestContext, owner: Owner): Promise<void> {
  const { metrics, db } = context;
  await insertStopIncident(db, { id: 'i', recipient: 'ops@example.com', ...owner });
  await begin(context, owner);
  await createTestExecution(context, owner);
  await setInstallation(context, { paused_at: 1, backed_up_at: 1000 });
  await db.run(db.build.updateTable('self_check').set({ checked_at: 1000 }));
  context.runnerCapacity = () => ({ all: 4, busy: 2, beyond: 1, waitingForHost: 1 });
  context.disk = { ...context.disk, isLow: () => true, freeBytes: () => 1_000 };
  metrics.countDelivery(202);
  metrics.countSkippedDelivery();
  metrics.countRequest('webhook', 202, 5);
  metrics.countQueued(5);
  metrics.countExecution('completed');
  metrics.countCall(200, 20);
  metrics.countCommit(2);
  metrics.countLostLeases(1);
  metrics.countDiscardedResult();
  metrics.countBackup('completed');
}

interface Check {
  name: string;
  deed: Deed;
  /** Each answers something. */
  expressions: string[];
  minutes: number;
  /** Whether a series is to be there. */
  isNamed: (series: string) => boolean;
}

function runPromtool(tests: object[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-ops-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'tests.yml');
  // JSON is YAML, too.
  writeFileSync(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }));
  const { status, stdout, stderr, error } = spawnSync('promtool', ['test', 'rules', file], {
    encoding: 'utf8',
  });
  if (error) throw error;
  return status === 0 ? '' : stdout + stderr;
}

async function toTest({ name, deed, expressions, minutes, isNamed }: Check) {
  return {
    name,
    interval: '1m',
    input_series: await listInput({ deed, minutes, isNamed }),
    promql_expr_test: expressions.map((expr) => ({
      expr: `count(${expr}) > bool 0`,
      eval_time: `${minutes}m`,
      exp_samples: [{ labels: '{}', value: 1 }],
    })),
  };
}

/** The rules name whole families, or the buckets of a histogram. */
function isInRules(series: string): boolean {
  return rulesText.includes(series.replace(/\{.*/, ''));
}

test('every rule has a deed', () => {
  expect(Object.keys(firing)).toEqual(alerts);
});

test('each alert fires when what it tells of is so, and none does while all is well', async () => {
  const tests = [];
  for (const [name, { deed, minutes = 90 }] of Object.entries(firing)) {
    const expressions = [`ALERTS{alertname="${name}",alertstate="firing"}`];
    tests.push(await toTest({ name, deed, expressions, minutes, isNamed: isInRules }));
  }
  const calm = await toTest({
    name: 'calm',
    deed: (context: TestContext) => setInstallation(context, { backed_up_at: 1 }),
    expressions: [],
    minutes: 90,
    isNamed: isInRules,
  });
  const none = { expr: 'ALERTS', eval_time: '90m', exp_samples: [] };
  expect(runPromtool([...tests, { ...calm, promql_expr_test: [none] }])).toBe('');
}, 60_000);

test('each panel shows what there is', async () => {
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => `(${expr}) >= 0`));
  expect(expressions.length).toBeGreaterThan(20);
  const check = { name: 'panels', deed: doEverything, expressions, minutes: 90, isNamed: () => true };
  expect(runPromtool([await toTest(check)])).toBe('');
}, 60_000);

test('every metric of the product stands in a panel or a rule', async () => {
  const { context, owner } = await createIntegrationContext();
  await doEverything(context, owner);
  const names = new Set((await scrape(context)).map(({ series }) => series.replace(/\{.*/, '')));
  const families = new Set([...names].map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
  const used = rulesText + JSON.stringify(dashboard);
  expect([...families].filter((name) => !used.includes(name))).toEqual([]);
});
