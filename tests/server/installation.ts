import { expect } from 'vitest';
import { type Seed, seedOwner } from '../support/seed';
import { createDataDir, startServer, type TestServer } from '../support/server';
import { waitFor } from '../support/wait-for';

export interface StoredExecution {
  id: string;
  status: string;
  error_message: string | null;
  trigger_data: string | null;
}

/** A built server on a data directory of its own, and its database open beside it. */
export interface Installation {
  seed: Seed;
  server: TestServer;
  /** POSTs JSON, unless told otherwise, to a webhook, of another server on the same directory when its URL is given. */
  deliver(
    integrationId: string,
    body: string,
    headers?: Record<string, string>,
    serverUrl?: string,
  ): Promise<Response>;
  /** The executions of an integration, newest first. */
  findExecutions(integrationId: string): Promise<StoredExecution[]>;
  /** The same once none of them is queued or running. */
  findEndedExecutions(integrationId: string): Promise<StoredExecution[]>;
  remove(): Promise<void>;
}

export async function install(options: { env?: Record<string, string> } = {}): Promise<Installation> {
  const dataDir = createDataDir();
  const seed = await seedOwner(dataDir);
  const server = await startServer({ dataDir, ...options });
  const { db } = seed.context;

  function findExecutions(integrationId: string): Promise<StoredExecution[]> {
    return db.all(
      db.build
        .selectFrom('executions')
        .innerJoin('payloads', 'seq', 'payload_seq')
        .select(['id', 'status', 'error_message', 'trigger_data'])
        .where('integration_id', '=', integrationId)
        .orderBy('id', 'desc'),
    );
  }

  return {
    seed,
    server,
    findExecutions,
    deliver: (integrationId, body, headers = {}, serverUrl = server.url) =>
      fetch(`${serverUrl}/webhook/${integrationId}`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
    async findEndedExecutions(integrationId) {
      let executions: StoredExecution[] = [];
      const describe = () => `the end of all executions: ${JSON.stringify(executions)}`;
      await waitFor(describe, async () => {
        executions = await findExecutions(integrationId);
        return executions.every(({ status }) => status !== 'queued' && status !== 'running');
      });
      return executions;
    },
    async remove() {
      expect(await server.kill('SIGTERM'), server.output()).toBe(0);
      await seed.close();
    },
  };
}
