// Runs that read pages, run items, write to stores, wait for a while and for an answer, renew a token and start other integrations,
// while the process that runs them is killed: what was recorded is not done again, nothing is left out, and people are notified once.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createDataDir, startServer, type TestServer } from '../support/server';
import { createAnswers } from './feature-kill/answers';
import { createChains, itemsOf, itemsOfPages, type Chains } from './feature-kill/chains';
import {
  awaitEnded,
  keyOf,
  letEndangeredFinish,
  listRepeated,
  noteRecorded,
  openForReading,
} from './records';

/** How often the server is killed; the full length is 60. */
const rounds = Number(process.env.FEATURE_KILL_ROUNDS ?? 1);
const deliveriesARound = 12;

test(
  `${rounds} kills of runs with pages, items, waits, tokens and followers`,
  async () => {
    const dataDir = createDataDir();
    const answers = createAnswers();
    const chains = await createChains(dataDir, answers.add);
    const { target } = chains;
    onTestFinished(() => chains.close());
    /** The numbers of the deliveries that were acknowledged, by integration. */
    const acknowledged = { order: new Set<number>(), feed: new Set<number>() };
    /** For each call whose result was on disk at a kill: how many requests had arrived at the target by then. */
    const recorded = new Map<string, number>();
    let n = 0;

    async function deliver(server: TestServer, to: 'order' | 'feed'): Promise<void> {
      const number = (n += 1);
      const body = JSON.stringify({ n: number, keys: itemsOf(number) });
      const headers = { 'Content-Type': 'application/json' };
      const url = `${server.url}/webhook/${chains.ids[to]}`;
      const response = await fetch(url, { method: 'POST', headers, body });
      if (response.status === 202) acknowledged[to].add(number);
    }

    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir });
      const answering = answers.answerUntilGone(server);
      await letEndangeredFinish(dataDir);
      const sent = Array.from({ length: deliveriesARound }, (_, index) =>
        deliver(server, index % 3 === 0 ? 'feed' : 'order').catch(() => undefined),
      );
      await Promise.all(sent);
      await sleep(randomInt(0, 1_000));
      await server.kill('SIGKILL');
      await answering;
      noteRecorded(recorded, dataDir, target.received);
    }

    const server = await startServer({ dataDir });
    const answering = answers.answerUntilGone(server);
    const db = openForReading(dataDir);
    await awaitEnded(db, () => chains.isNotified());
    expect(await server.kill('SIGTERM'), server.output()).toBe(0);
    await answering;

    expect(listRepeated(target.received, recorded)).toEqual([]);
    expect(chains.wrong).toEqual([]);
    expect(answers.refused).toEqual([]);
    const listed = db
      .prepare('select id, integration_id as integrationId, status, error_message as error from executions')
      .all() as { id: string; integrationId: string; status: string; error: string | null }[];
    const of = (name: keyof Chains['ids']) =>
      listed.filter(({ integrationId }) => integrationId === chains.ids[name]);
    const completed = [...of('order'), ...of('feed'), ...of('follower')];
    expect(completed.filter(({ status }) => status !== 'completed')).toEqual([]);
    expect(of('failing').filter(({ status }) => status !== 'error')).toEqual([]);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');

    judgeOrders(
      chains,
      of('order').map(({ id }) => id),
      acknowledged.order,
      answers.confirmed,
    );
    // Each call to a store added one record, also where the process died before the step was recorded.
    const stores = db.prepare('select name, records from stores order by name').raw().all();
    expect(stores).toEqual([
      ['ends', of('order').length],
      ['items', of('order').length * itemsOfPages(0).length],
    ]);
    expect(db.prepare('select count(*) from record_responses').pluck().get()).toBe(0);
    judgeFeed(chains, acknowledged.feed);
    // Each execution that ended started one follower, and that one another.
    expect(of('follower')).toHaveLength(of('order').length);
    expect(of('failing')).toHaveLength(of('follower').length);
    judgeNotifications(
      chains,
      of('failing').length,
      db.prepare('select recipient, subject from emails').all(),
    );
    db.close();
    console.info(
      `${rounds} kills: ${listed.length} executions, ${target.received.length} calls, ` +
        `${target.received.length - new Set(target.received.map(keyOf)).size} sent again with their outcome unknown, ` +
        `${chains.countTokens()} tokens, ${answers.confirmed.size} answers`,
    );
  },
  rounds * 20_000 + 60_000,
);

/** Each run read its three pages, ran each of their items, took the answer that was confirmed, and ended with all items. */
function judgeOrders(
  { target }: Chains,
  executionIds: string[],
  acknowledged: Set<number>,
  confirmed: Map<string, string>,
): void {
  /** The addresses that were called by each execution, each once however often it was sent. */
  const called = new Map<string, Map<string, string>>(executionIds.map((id) => [id, new Map()]));
  const bodies = new Map<string, string>();
  for (const request of target.received) {
    const key = keyOf(request);
    const [id = ''] = key.split('.');
    called.get(id)?.set(key, request.url);
    bodies.set(key, request.body);
  }
  const seen = new Set<number>();
  for (const [id, calls] of called) {
    const urls = [...calls.values()];
    const n = Number(/\/ask\/(\d+)/.exec(urls.join(' '))?.[1]);
    seen.add(n);
    const items = itemsOfPages(n);
    const choice = confirmed.get(String(n));
    expect(urls.toSorted(), id).toEqual(
      [
        ...[1, 2, 3].map((page) => `/list/${n}?page=${page}`),
        ...items.map((item) => `/item/${item}`),
        `/ask/${n}`,
        `/answered/${n}/${choice}`,
        `/later/${n}`,
        `/end/${n}`,
      ].toSorted(),
    );
    expect(JSON.parse(bodies.get(`${id}.end.1`) ?? '[]')).toEqual(items);
  }
  expect([...acknowledged].filter((n) => !seen.has(n))).toEqual([]);
}

/** Each key of the feed was run, by one run alone, which may have sent it again. */
function judgeFeed({ target }: Chains, acknowledged: Set<number>): void {
  const keys = new Map<string, Set<string>>();
  for (const request of target.received) {
    const [, key] = /^\/fed\/(.*)$/.exec(request.url) ?? [];
    if (key !== undefined) keys.set(key, (keys.get(key) ?? new Set()).add(keyOf(request)));
  }
  const expected = [...acknowledged].flatMap((n) => itemsOf(n).map(String));
  expect(expected.filter((key) => !keys.has(key))).toEqual([]);
  expect([...keys].filter(([, runs]) => runs.size !== 1)).toEqual([]);
}

/** All failures are one incident: one message to the channel, and one mail of the rule. */
function judgeNotifications({ alerts }: Chains, failures: number, mails: unknown[]): void {
  expect(failures).toBeGreaterThan(0);
  const ids = alerts.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);
  expect(alerts.received.map(({ body }) => JSON.parse(body))).toMatchObject(
    ids.map(() => ({ type: 'incident.opened' })),
  );
  expect(mails).toMatchObject([{ recipient: 'ops@example.com' }]);
}
