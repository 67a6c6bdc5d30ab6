// Real servers in states that metrics tell of: what an operator watches for is done to them, one scene after the other, and
// /metrics is read before and after each.
import type { ServerResponse } from 'node:http';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { updatePaused, updateResumed } from '~/db/core/installation';
import { makeAnswerToken } from '~/services/answers/answer-address';
import { longLogBytes } from '~/services/installation/log-size';
import { queueEmail } from '~/services/mail';
import { cancelExecution } from '~/services/runs/control';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer, testKeys } from '../support/server';
import { startTarget } from '../support/target';
import { waitFor } from '../support/wait-for';
import { damageTable } from './damage';
import { makeFailingDisk } from './failing-disk';
import {
  createSender,
  hanging,
  maxMs,
  minuteMs,
  playDeliveries,
  playExecutions,
  playFullHouse,
  scrape,
  type Scene,
  type Scrape,
  secret,
  toStatus,
  valueOf,
} from './scene-parts';

/** Plays all scenes, and answers them by their names. */
export async function playScenes(): Promise<Record<string, Scene>> {
  const scenes: Record<string, Scene> = {};
  const dataDir = createDataDir();
  const disk = makeFailingDisk();
  /** What waits until it is answered. */
  const late: ServerResponse[] = [];
  const target = await startTarget((request, response) => {
    const [, status] = /^\/status\/(\d+)/.exec(request.url) ?? [];
    if (status !== undefined) response.writeHead(Number(status)).end('{}');
    if (request.url === '/late') late.push(response);
  });
  const seed = await seedOwner(dataDir);
  const { db } = seed.context;
  // A backup is due, and cannot be made while a file stands in the place of its directory.
  await db.run(db.build.updateTable('installation').set({ created_at: Date.now() - 2 * 24 * 60 * minuteMs }));
  writeFileSync(join(dataDir, 'backups'), '');
  const env = { RUNNER_CONCURRENCY: '4', WEBHOOK_MAX_BYTES: '2048' };
  let server = await startServer({ dataDir, env: { ...env, ...disk.env } });

  const read = () => scrape(server.url);

  /** `until`: the scene is what it is to be. */
  async function play(name: string, act: () => unknown, until: (now: Scrape) => boolean): Promise<void> {
    const before = await read();
    await act();
    let after = before;
    const isSo = async () => {
      after = await read();
      scenes[name] = { before, after };
      return until(after);
    };
    const describe = () => `the scene "${name}"; ${JSON.stringify([...after])}\n${server.output()}`;
    await waitFor(describe, isSo, maxMs);
  }

  const message = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  /** `attempts`: so often it was tried already. */
  const queueTo = (recipient: string, attempts = 0) =>
    db.transaction(async (tx) => {
      await queueEmail(seed.context, tx, { recipient, message, now: Date.now() });
      await tx.run(tx.build.updateTable('emails').set({ attempts }).where('recipient', '=', recipient));
    });

  const sender = createSender(() => server.url);
  // It is ready once its runner has looked for work.
  await play(
    'started',
    () => undefined,
    (now) => valueOf(now, 'wicked_ready') === 1,
  );
  // A commit that takes long on a busy machine is not what calm means: then it is read again.
  await waitFor(
    'a calm moment',
    async () => {
      const before = countSlowCommits(await read());
      await play(
        'calm',
        () => undefined,
        () => true,
      );
      return countSlowCommits(scenes.calm?.after ?? new Map()) === before;
    },
    maxMs,
  );
  await playDeliveries({ play, read, sender, seed, target });
  await playExecutions({ play, read, sender, seed, target });
  await play(
    'cancelled elsewhere',
    async () => {
      const integrationId = await seedIntegration(seed, {
        triggerConfig: webhookTrigger({ secret }),
        apiCalls: [{ id: 'a', method: 'GET', url: `${target.url}/late` }],
      });
      // When the runner sees the cancel before the response comes, it ends the call, and no result is too late.
      const isTooLate = async () => {
        const executionId = await sender.begun(integrationId);
        await waitFor('a late call', () => late.length > 0);
        // As another process on the directory does.
        await cancelExecution(seed.context, seed, { integrationId, executionId });
        for (const response of late.splice(0)) response.end('{}');
        return valueOf(await read(), 'wicked_discarded_results_total') > 0;
      };
      await waitFor('a result that comes too late', isTooLate, maxMs);
    },
    (now) => valueOf(now, 'wicked_discarded_results_total') > 0,
  );
  await play(
    'long log',
    // As long as one that a reader keeps from beginning anew; what SQLite has not written itself it passes over.
    () => truncateSync(join(dataDir, 'wicked.db-wal'), longLogBytes),
    (now) => now.get('wicked_wal_bytes') === longLogBytes,
  );
  const slowBefore = countSlowCommits(await read());
  await play(
    'slow disk',
    async () => {
      const id = await seedIntegration(seed, toStatus(target, 200));
      disk.begin('late');
      await sender.deliver(id);
      disk.end();
    },
    (now) => countSlowCommits(now) > slowBefore,
  );
  await play(
    'full disk',
    async () => {
      const id = await seedIntegration(seed, toStatus(target, 200));
      disk.begin('full');
      await waitFor('a refusal', async () => (await sender.deliver(id)) === 503);
    },
    (now) => now.get('wicked_disk_low') === 1,
  );
  disk.end();
  await play(
    'failed backup',
    () => undefined,
    (now) => valueOf(now, 'wicked_backups_total{outcome="failed"}') > 0,
  );
  // It fails some seconds after the start, whichever scene is played then.
  Object.assign(scenes['failed backup'] ?? {}, { before: scenes.calm?.before });
  const sent = 'wicked_mails_total{outcome="sent"}';
  const sentBefore = valueOf(await read(), sent);
  await play(
    'mail sent',
    () => queueTo('ada@example.com'),
    (now) => valueOf(now, sent) > sentBefore,
  );
  await play(
    'paused',
    () => updatePaused(db, { from: null, now: Date.now() }),
    (now) => now.get('wicked_paused') === 1,
  );
  await updateResumed(db, Date.now());

  await playFullHouse({ play, read, sender, seed, target });
  await play(
    'taken over',
    async () => {
      await server.kill('SIGKILL');
      rmSync(join(dataDir, 'backups'));
      mkdirSync(join(dataDir, 'backups'));
      await db.run(db.build.updateTable('installation').set({ backup_started_at: null }));
      server = await startServer({ dataDir, env: await nameGoneMailServer() });
    },
    (now) => valueOf(now, 'wicked_lost_leases_total') > 0,
  );
  await play(
    'backup made',
    () => undefined,
    (now) =>
      valueOf(now, 'wicked_backups_total{outcome="completed"}') > 0 &&
      now.has('wicked_last_backup_timestamp_seconds') &&
      now.has('wicked_last_database_check_timestamp_seconds'),
  );
  await play(
    'mails fail',
    async () => {
      await queueTo('grace@example.com', 31);
      await queueTo('alan@example.com');
    },
    (now) =>
      valueOf(now, 'wicked_mails_total{outcome="deferred"}') > 0 &&
      valueOf(now, 'wicked_mails_total{outcome="failed"}') > 0 &&
      // It is counted before it is stored.
      valueOf(now, 'wicked_mails_deferred') > 0,
  );
  await play(
    'unreachable host',
    async () => {
      const gone = await startTarget();
      await gone.close();
      const id = await seedIntegration(seed, toStatus(gone, 200));
      for (let failures = 0; failures < 10; failures += 1) await sender.deliver(id);
    },
    (now) => valueOf(now, 'wicked_circuits_open') > 0,
  );
  await play(
    'many to one host',
    async () => {
      const id = await seedIntegration(seed, hanging(target));
      await Promise.all(Array.from({ length: 30 }, () => sender.deliver(id)));
    },
    (now) => valueOf(now, 'wicked_runner_waiting_for_host') > 0,
  );
  await play(
    'waiting before a call',
    async () => {
      const call = { id: 'a', method: 'GET', url: target.url, wait: { kind: 'duration', seconds: 3600 } };
      const id = await seedIntegration(seed, { triggerConfig: webhookTrigger({ secret }), apiCalls: [call] });
      await Promise.all([sender.deliver(id), sender.deliver(id)]);
    },
    (now) => now.get('wicked_executions_waiting') === 2,
  );
  await play(
    'answers',
    async () => {
      const wait = { kind: 'answer', seconds: 3600 };
      const call = { id: 'a', method: 'GET', url: target.url, wait };
      const id = await seedIntegration(seed, { triggerConfig: webhookTrigger({ secret }), apiCalls: [call] });
      const token = makeAnswerToken(testKeys, { executionId: await sender.begun(id), callId: 'a' });
      const statuses = ['first', 'second'].map(
        async () => (await fetch(`${server.url}/answer/${token}`, { method: 'POST' })).status,
      );
      expect((await Promise.all(statuses)).toSorted()).toEqual([200, 409]);
    },
    () => true,
  );
  await play(
    'old backup',
    async () => {
      const before = Date.now() - 73 * 60 * minuteMs;
      await db.run(db.build.updateTable('installation').set({ backed_up_at: before }));
      await db.run(db.build.updateTable('self_check').set({ checked_at: before }));
    },
    () => true,
  );
  await play(
    'gone',
    () => server.kill('SIGKILL'),
    (now) => now.get('up') === 0,
  );
  await seed.close();
  await target.close();

  const damaged = createDataDir();
  const { close } = await seedOwner(damaged);
  await close();
  damageTable(damaged, 'executions');
  server = await startServer({ dataDir: damaged });
  await play(
    'damaged',
    () => undefined,
    (now) => now.get('wicked_database_damaged') === 1,
  );
  await server.kill('SIGKILL');

  server = await startServer({ execPath: writeFewFilesNode() });
  const sockets: Socket[] = [];
  await play(
    'many connections',
    () => undefined,
    (now) => {
      if (valueOf(now, 'process_open_fds') > 0.85 * fewFiles) return true;
      const { hostname, port } = new URL(server.url);
      for (let each = 0; each < 20; each += 1) sockets.push(connect(Number(port), hostname));
      return false;
    },
  );
  for (const socket of sockets) socket.destroy();
  await server.kill('SIGKILL');
  return scenes;
}

/** The commits that took longer than the rule of slow commits allows. */
function countSlowCommits(now: Scrape): number {
  const name = 'wicked_commit_duration_seconds';
  return valueOf(now, `${name}_count`) - valueOf(now, `${name}_bucket{le="0.25"}`);
}

/** So many file descriptors the server of many connections may have. */
export const fewFiles = 400;

/** The path of a Node.js that may have no more file descriptors. */
function writeFewFilesNode(): string {
  const path = join(createDataDir(), 'node');
  writeFileSync(path, `#!/bin/sh\nulimit -n ${fewFiles}\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
  return path;
}

/** The settings of a server whose mail server is gone. */
async function nameGoneMailServer(): Promise<Record<string, string>> {
  const gone = await startTarget();
  await gone.close();
  return { MAIL_TRANSPORT: 'smtp', SMTP_URL: `smtp://${new URL(gone.url).host}` };
}
