// Each series of /metrics, each rule and each panel of ops/, on real servers of which is so what it tells of: a new one without a
// scene fails. What rules and panels make of the series is evaluated by Prometheus' own tool.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { maxRunMinutes } from '~/engine/definition/run-settings';
import { type Scene, valueOf } from './scene-parts';
import { fewFiles, playScenes } from './scenes';

const rulesFile = resolve('ops/prometheus-rules.yml');
const rulesText = readFileSync(rulesFile, 'utf8');
const dashboard = JSON.parse(readFileSync('ops/grafana-dashboard.json', 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const alerts = [...rulesText.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

let scenes: Record<string, Scene>;

// Each scene has a limit of its own, and names itself. All of them take three minutes on a busy machine.
beforeAll(async () => {
  scenes = await playScenes();
}, 600_000);

function findScene(name: string): Scene {
  const scene = scenes[name];
  if (!scene) throw new Error(`There is no scene "${name}".`);
  return scene;
}

type Condition = (after: number, before: number) => boolean;

const grows: Condition = (after, before) => after > before;
const isSet: Condition = (after) => after === 1;
const isAbove =
  (bound: number): Condition =>
  (after) =>
    after > bound;
/** Of a time: it is less than a minute ago. */
const isNow: Condition = (after) => after > -60 && after < 1;

const byLabel = (
  name: string,
  label: string,
  scenesOf: Record<string, string>,
): Record<string, [string, Condition]> =>
  Object.fromEntries(
    Object.entries(scenesOf).map(([value, scene]) => [`${name}{${label}="${value}"}`, [scene, grows]]),
  );

const answers = byLabel('wicked_webhook_deliveries_total', 'status', {
  ...Object.fromEntries(
    [200, 202, 400, 401, 403, 404, 405, 413, 415, 422, 429, 502, 508].map((status) => [status, 'deliveries']),
  ),
  408: 'gone sender',
  503: 'full disk',
});

/** Of runs whose integration lets them take the most. */
const maxRunSeconds = maxRunMinutes * 60;

/** In which scene a series changes, and how. */
const conditions: Record<string, [scene: string, condition: Condition]> = {
  ...answers,
  wicked_webhook_skipped_total: ['deliveries', grows],
  ...byLabel('wicked_executions_total', 'status', {
    completed: 'executions',
    error: 'executions',
    cancelled: 'executions',
  }),
  ...byLabel('wicked_call_duration_seconds_count', 'answer', {
    none: 'executions',
    '2xx': 'executions',
    '3xx': 'executions',
    '4xx': 'executions',
    '5xx': 'executions',
  }),
  ...Object.fromEntries(
    [
      'webhook 2xx',
      'webhook 4xx',
      'webhook 5xx',
      'api 4xx',
      'page 2xx',
      'page 3xx',
      'page 4xx',
      'asset 4xx',
      'probe 2xx',
    ].map((each): [string, [string, Condition]] => {
      const [kind, status] = each.split(' ');
      return [
        `wicked_http_request_duration_seconds_count{kind="${kind}",status="${status}"}`,
        ['deliveries', grows],
      ];
    }),
  ),
  wicked_queue_wait_seconds_count: ['executions', grows],
  wicked_commit_duration_seconds_count: ['slow disk', grows],
  'wicked_backups_total{outcome="failed"}': ['failed backup', isAbove(0)],
  'wicked_backups_total{outcome="completed"}': ['backup made', isAbove(0)],
  ...byLabel('wicked_mails_total', 'outcome', {
    sent: 'mail sent',
    deferred: 'mails fail',
    failed: 'mails fail',
  }),
  ...byLabel('wicked_wait_answers_total', 'outcome', { taken: 'answers', refused: 'answers' }),
  ...byLabel('wicked_automatic_replays_total', 'outcome', { begun: 'executions', given_up: 'executions' }),
  wicked_automatic_replays_planned: ['executions', (after, before) => after > 0 && before === 0],
  wicked_mails_deferred: ['mails fail', (after, before) => after === 1 && before === 0],
  wicked_lost_leases_total: ['taken over', isAbove(0)],
  wicked_discarded_results_total: ['cancelled elsewhere', grows],
  up: ['gone', (after, before) => after === 0 && before === 1],
  wicked_ready: ['full disk', (after, before) => after === 0 && before === 1],
  wicked_build_info: ['calm', isSet],
  wicked_queue_depth: ['full house', isAbove(0)],
  wicked_queue_oldest_age_seconds: ['full house', isAbove(1200)],
  wicked_executions_running: ['full house', isAbove(3)],
  wicked_executions_waiting: ['waiting before a call', (after, before) => after === 2 && before === 0],
  wicked_executions_running_oldest_age_seconds: ['full house', isAbove(maxRunSeconds)],
  wicked_runner_places: ['full house', (after) => after === 4],
  wicked_runner_places_busy: ['full house', (after) => after === 4],
  wicked_runner_places_beyond: ['full house', isAbove(0)],
  wicked_runner_saturation: ['full house', isSet],
  wicked_runner_waiting_for_host: ['many to one host', isAbove(0)],
  wicked_circuits_open: ['unreachable host', (after, before) => after === 1 && before === 0],
  wicked_database_bytes: ['calm', isAbove(4096)],
  wicked_wal_bytes: ['long log', grows],
  wicked_disk_free_bytes: ['full disk', (after, before) => after === 0 && before > 0],
  wicked_disk_low: ['full disk', isSet],
  wicked_paused: ['paused', isSet],
  wicked_last_backup_timestamp_seconds: ['backup made', isNow],
  wicked_last_database_check_timestamp_seconds: ['backup made', isNow],
  wicked_database_damaged: ['damaged', isSet],
  wicked_incidents_open: ['executions', grows],
  wicked_unproven_body_bytes: ['half a body', isAbove(0)],
  process_open_fds: ['many connections', grows],
  process_max_fds: ['many connections', (after) => after === fewFiles],
};

/** The scene in which an alert fires, and after how many minutes. */
const firing: Record<string, [scene: string, minutes?: number]> = {
  WickedDown: ['gone'],
  WickedNotReady: ['full disk'],
  WickedDiskLow: ['full disk'],
  WickedLogLong: ['long log'],
  WickedDatabaseDamaged: ['damaged'],
  WickedDeliveriesRefused: ['full disk'],
  WickedQueueOld: ['full house'],
  WickedExecutionStuck: ['full house'],
  WickedBackupFailed: ['failed backup'],
  WickedBackupOld: ['old backup'],
  WickedBackupNever: ['calm', 31 * 60],
  WickedCheckOld: ['old backup'],
  WickedMailsFail: ['mails fail'],
  WickedMailsWait: ['mails fail', 240],
  WickedPaused: ['paused', 120],
  WickedSaturated: ['full house'],
  WickedFailures: ['executions'],
  WickedLeasesLost: ['taken over'],
  WickedFilesNearlyUsedUp: ['many connections'],
  WickedSlowCommits: ['slow disk'],
};

/** The scenes of a panel: one, or one for each of its lines. */
const shown: Record<string, string[]> = {
  'Deliveries a second': ['deliveries', 'deliveries', 'answers'],
  'Executions a second': ['executions', 'executions'],
  'Open incidents': ['executions'],
  'Until executions begin': ['executions'],
  Waiting: ['full house', 'full house', 'waiting before a call', 'mails fail', 'executions'],
  Oldest: ['full house'],
  Saturation: ['full house'],
  Places: ['full house', 'full house', 'full house', 'many to one host'],
  'Calls, 99 of 100 within': ['executions'],
  'Answers, 99 of 100 within': ['deliveries'],
  'Requests a second': ['deliveries'],
  'Commits, 99 of 100 within': ['slow disk'],
  Database: ['half a body'],
  'Free disk': ['calm'],
  State: ['paused', 'full disk', 'damaged', 'calm'],
  'Since the last backup': ['old backup'],
  Backups: ['failed backup'],
  'Taken over and too late': ['taken over', 'cancelled elsewhere'],
  Version: ['calm'],
  'Hosts that cannot be reached': ['unreachable host'],
};

const familyOf = (series: string) => series.replace(/\{.*/, '').replace(/_(?:bucket|sum|count)$/, '');

test('every series that there is from the start, every rule and every panel has a scene', () => {
  const served = Object.values(scenes).flatMap(({ after }) => Array.from(after.keys()));
  const families = new Set(Object.keys(conditions).map(familyOf));
  expect([...new Set(served.map(familyOf))].filter((family) => !families.has(family))).toEqual([]);
  const labelled = [...findScene('calm').before.keys()].filter((series) => /_total\{/.test(series));
  expect(labelled.filter((series) => !(series in conditions))).toEqual([]);
  expect(Object.keys(firing)).toEqual(alerts);
  expect(Object.keys(shown)).toEqual(dashboard.panels.map(({ title }) => title));
});

test('every metric of the product stands in a panel or a rule', () => {
  const used = rulesText + JSON.stringify(dashboard);
  expect([...new Set(Object.keys(conditions).map(familyOf))].filter((name) => !used.includes(name))).toEqual(
    [],
  );
});

test.each(Object.entries(conditions))('%s', (series, [name, holds]) => {
  const { before, after } = findScene(name);
  const own = [...after.keys()].find(
    (key) => key === series || (!series.includes('{') && key.startsWith(`${series}{`)),
  );
  expect(own, `${series} is served`).toBeDefined();
  const values = [valueOf(after, own ?? ''), valueOf(before, own ?? '')] as const;
  expect(holds(...values), values.join(' after ')).toBe(true);
});

/** So many minutes all is as it was before the scene, then as after it: gauges step, counters grow by as much each minute. */
const quietMinutes = 30;

function listInput(
  { before, after }: Scene,
  minutes: number,
  isWanted: (series: string) => boolean,
  interval = 1,
) {
  const quiet = quietMinutes / interval;
  const length = minutes / interval - quiet;
  return [...new Set([...before.keys(), ...after.keys()])].filter(isWanted).map((series) => {
    const [was, value] = [before.get(series), after.get(series)];
    if (value === undefined) return { series, values: `${was}x${quiet} stale` };
    const doesGrow = /_(?:total|bucket|sum|count)$/.test(series.replace(/\{.*/, ''));
    const first = was === undefined ? `_x${quiet}` : `${was}x${quiet}`;
    // A server that was started in between begins to count anew.
    const step = doesGrow ? Math.max(0, value - (was ?? 0)) : 0;
    return { series, values: `${first} ${value}+${step}x${length}` };
  });
}

interface PromtoolTest {
  scene: string;
  expressions: string[];
  minutes?: number | undefined;
  isWanted?: (series: string) => boolean;
}

/**
 * Each expression answers something above 0 in its scene. Answers what the tool finds wrong.
 * @param interval minutes from one sample, and one evaluation of the rules, to the next
 */
function evaluate(tests: PromtoolTest[], more: object[] = [], interval = 1): string {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-ops-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'tests.yml');
  const written = tests.map(({ scene, expressions, minutes = 90, isWanted = () => true }) => ({
    name: `${scene}: ${expressions[0]}`,
    interval: `${interval}m`,
    input_series: listInput(findScene(scene), minutes, isWanted, interval),
    promql_expr_test: expressions.map((expr) => ({
      expr: `count((${expr}) > 0) > bool 0`,
      eval_time: `${minutes}m`,
      exp_samples: [{ labels: '{}', value: 1 }],
    })),
  }));
  // JSON is YAML, too.
  const content = {
    rule_files: [rulesFile],
    evaluation_interval: `${interval}m`,
    tests: [...written, ...more],
  };
  writeFileSync(file, JSON.stringify(content));
  const { status, stdout, stderr, error } = spawnSync('promtool', ['test', 'rules', file], {
    encoding: 'utf8',
  });
  if (error) throw error;
  return status === 0 ? '' : stdout + stderr;
}

/** The rules name whole families, or the buckets of a histogram. */
const isInRules = (series: string) => rulesText.includes(series.replace(/\{.*/, ''));

test('each alert fires when what it tells of is so, and none does while all is well', () => {
  const tests = Object.entries(firing).map(([name, [scene, minutes]]) => ({
    scene,
    expressions: [`ALERTS{alertname="${name}",alertstate="firing"}`],
    minutes,
    isWanted: isInRules,
  }));
  const calm = {
    name: 'calm',
    interval: '1m',
    input_series: listInput(findScene('calm'), 90, isInRules),
    promql_expr_test: [{ expr: 'ALERTS{alertstate="firing"}', eval_time: '90m', exp_samples: [] }],
  };
  // By the minute, a day takes longer than all else.
  const long = tests.filter(({ minutes = 0 }) => minutes > 24 * 60);
  expect(long).toHaveLength(1);
  expect(evaluate(long, [], quietMinutes)).toBe('');
  const short = tests.filter((each) => !long.includes(each));
  expect(evaluate(short, [calm])).toBe('');
}, 180_000);

test('an execution is stuck only once it has taken more than any may take', () => {
  const [, bound] = /wicked_executions_running_oldest_age_seconds > (\d+)/.exec(rulesText) ?? [];
  expect(Number(bound)).toBeGreaterThan(maxRunSeconds);
});

test('each line of each panel shows what there is', () => {
  const tests = new Map<string, string[]>();
  for (const { title, targets } of dashboard.panels) {
    const own = shown[title] ?? [];
    for (const [index, { expr }] of targets.entries()) {
      const scene = own[index] ?? own[0] ?? '';
      tests.set(scene, [...(tests.get(scene) ?? []), expr]);
    }
  }
  expect(evaluate([...tests].map(([scene, expressions]) => ({ scene, expressions })))).toBe('');
}, 180_000);
