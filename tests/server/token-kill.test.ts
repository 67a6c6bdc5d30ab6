// Two processes that share a connection whose tokens live five seconds and whose refresh tokens are good once, killed in the
// middle of it: no call goes out with a token that is over or that is not committed, and no refresh token is lost but one that a
// kill met between the provider's answer and the commit.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { open } from '~/auth/secret-box';
import { findConnectionToken } from '~/db/connections/connection-tokens';
import { beginAuthorization, finishAuthorization } from '~/services/connections/authorization';
import { associatedDataOfConnection } from '~/services/connections/connection-secrets';
import { createConnection, readConnectionById } from '~/services/connections/connections';
import { makeOutbound } from '../outbound/loopback';
import { seedIntegration, type Seed, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer, testKeys } from '../support/server';
import { type Received, startTarget, type Target } from '../support/target';
import { waitFor } from '../support/wait-for';
import { sendUntilGone } from './load';
import { countEndangeredJobs, countUnfinished, listExecutionRows, openForReading } from './records';

/** How often both processes are killed; the full length is 100, with far more than 10,000 calls. */
const rounds = Number(process.env.TOKEN_KILL_ROUNDS ?? 4);
const lifeMs = 5_000;
const secret = 'a secret for the kill test';

/** Tokens by their numbers, from 1. */
interface Issued {
  at: number;
  /** When its refresh token was first shown, which gave the next one. */
  refreshedAt?: number;
}

let dataDir: string;
let seed: Seed;
let provider: Target;
let api: Target;
let connectionId: string;
let integrationIds: string[];
let issued: Issued[];
/** When each kill was over. */
let kills: number[];
let wrong: string[];
/** Refresh tokens that were shown again. */
let shownAgain: { number: number; at: number; committed: number }[];
let onRefresh: () => void;

beforeEach(async () => {
  [issued, kills, wrong, shownAgain] = [[], [], [], []];
  onRefresh = () => {};
  dataDir = createDataDir();
  seed = await seedOwner(dataDir);
  seed.context.outbound = makeOutbound();
  provider = await startTarget(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const parameters = new URLSearchParams(request.body);
    if (parameters.get('grant_type') === 'refresh_token') {
      const shown = Number(parameters.get('refresh_token')?.replace('refresh-', ''));
      const former = issued[shown - 1];
      if (!former || former.refreshedAt !== undefined || shown !== issued.length) {
        shownAgain.push({ number: shown, at: request.at, committed: await readCommitted() });
        return answer(400, { error: 'invalid_grant' });
      }
      former.refreshedAt = request.at;
      onRefresh();
    }
    issued.push({ at: request.at });
    const number = issued.length;
    await sleep(randomInt(0, 10));
    answer(200, {
      access_token: `access-${number}`,
      refresh_token: `refresh-${number}`,
      token_type: 'Bearer',
      expires_in: lifeMs / 1000,
    });
  });
  api = await startTarget(async (request, response) => {
    await judge(request);
    setTimeout(() => response.end('{}'), randomInt(0, 10));
  });
  connectionId = await connect();
  const authConfig = { type: 'connection', connectionId };
  integrationIds = [
    await seedIntegration(seed, {
      triggerConfig: webhookTrigger({ secret }),
      apiCalls: ['a', 'b', 'c'].map((id) => ({ id, name: id, method: 'GET', url: `/${id}`, authConfig })),
    }),
  ];
});

afterEach(async () => {
  await Promise.all([provider.close(), api.close()]);
  await seed.close();
});

async function connect(): Promise<string> {
  const made = await createConnection(seed.context, seed, {
    name: 'Shop',
    kind: 'oauth2_authorization_code',
    baseUrl: api.url,
    config: {
      authorizationUrl: `${provider.url}/authorize`,
      tokenUrl: `${provider.url}/token`,
      clientId: 'shop',
      clientSecret: 'a secret',
    },
  });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  return made.connection.id;
}

/** What a person does at the provider. */
async function grant(): Promise<void> {
  const begun = await beginAuthorization(seed.context, seed, connectionId, 'a session');
  if (begun.kind !== 'begun') throw new Error(JSON.stringify(begun));
  const state = new URL(begun.address).searchParams.get('state') ?? '';
  const back = { userId: seed.userId, session: 'a session', state, code: 'a code', error: '', iss: '' };
  expect(await finishAuthorization(seed.context, back)).toMatchObject({ kind: 'authorized' });
}

/** The number of the token that is on disk; 0 before there is one. */
async function readCommitted(): Promise<number> {
  const stored = await findConnectionToken(seed.context.db, connectionId);
  const access =
    stored?.access && open(testKeys.appKey, stored.access, associatedDataOfConnection(connectionId));
  return Number(access?.replace('access-', '') ?? 0);
}

async function judge({ headers, at }: Received): Promise<void> {
  const number = Number(headers.authorization?.replace('Bearer access-', ''));
  const token = issued[number - 1];
  if (!token) wrong.push(`no token: ${headers.authorization}`);
  else if (at > token.at + lifeMs) wrong.push(`token ${number} was over for ${at - token.at - lifeMs} ms`);
  const committed = await readCommitted();
  if (number > committed) wrong.push(`token ${number} was sent while ${committed} was committed`);
}

async function needsAuthorization(): Promise<boolean> {
  const read = await readConnectionById(seed.context, seed.organizationId, connectionId);
  return read.kind === 'connection' && read.connection.status === 'needs_authorization';
}

/** The first renewal after a kill may find its refresh token spent: then a person has to come before there is another one. */
function grantUntil(what: string, isDone: () => boolean): Promise<void> {
  return waitFor(what, async () => {
    if (isDone()) return true;
    if (await needsAuthorization()) await grant();
    return false;
  });
}

/** A third death ends an execution, rightly; here each is to be taken up again until it ends by itself. */
async function letEndangeredFinish(): Promise<void> {
  const db = openForReading(dataDir);
  await grantUntil('the end of jobs that another death would end', () => countEndangeredJobs(db) === 0);
  db.close();
}

/** The claim of a process that was killed is over after twenty seconds; nobody else is there to hold one. */
async function passClaim(): Promise<void> {
  const { db } = seed.context;
  await db.run(db.build.updateTable('connection_tokens').set({ refreshing_until: 0 }));
}

test(
  `${rounds} kills of two processes that renew a token`,
  async () => {
    const acknowledged: string[] = [];
    await grant();
    for (let round = 0; round < rounds; round += 1) {
      const servers = await Promise.all([startServer({ dataDir }), startServer({ dataDir })]);
      await letEndangeredFinish();
      // Every other kill meets a renewal: while the provider answers, before the commit, or just after it.
      let isRenewing = false;
      onRefresh = () => (isRenewing = true);
      const loaded = servers.map((server) =>
        sendUntilGone(server, integrationIds, {
          senders: 4,
          secret,
          acknowledge: (executionId) => void acknowledged.push(executionId),
        }),
      );
      await grantUntil('a renewal', () => isRenewing);
      await sleep(round % 2 === 0 ? randomInt(0, 25) : randomInt(100, 1_000));
      await Promise.all(servers.map((server) => server.kill('SIGKILL')));
      await Promise.all(loaded);
      // Only now: what they sent just before may have come in since, and nobody else has sent anything.
      kills.push(Date.now());
      await passClaim();
    }

    const server = await startServer({ dataDir });
    const db = openForReading(dataDir);
    await grantUntil('the end of all executions', () => countUnfinished(db) === 0);
    expect(await server.kill('SIGTERM'), server.output()).toBe(0);
    const rows = new Map(listExecutionRows(db).map((row) => [row.id, row]));
    db.close();

    expect(wrong).toEqual([]);
    expect(acknowledged.filter((id) => !rows.has(id))).toEqual([]);
    // A refresh token is shown again only when a kill kept the next one from being committed.
    expect(shownAgain.filter((shown) => !isByKill(shown))).toEqual([]);
    const failed = [...rows.values()].filter(({ status }) => status !== 'completed');
    expect(failed.filter(({ error_message }) => !error_message?.includes('Connect it: '))).toEqual([]);
    if (shownAgain.length === 0) expect(failed).toEqual([]);
    console.info(
      `${rounds} kills: ${acknowledged.length} acknowledged, ${api.received.length} calls, ${issued.length} tokens, ` +
        `${shownAgain.length} times a person was needed, ${failed.length} executions told so`,
    );
  },
  rounds * 15_000 + 60_000,
);

function isByKill({ number, at, committed }: (typeof shownAgain)[number]): boolean {
  const first = issued[number - 1]?.refreshedAt;
  return committed === number && first !== undefined && kills.some((kill) => first <= kill && kill <= at);
}
