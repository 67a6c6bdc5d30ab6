// Runs a recipe of the documents.
import { runManually } from '~/services/runs/control';
import { runExecution } from '~/services/runs/run-execution';
import { never, type RunSetup } from '../services/runs/run-setup';
import { webhookTrigger } from '../support/seed';
import type { Received } from '../support/target';
import { listBlocks } from './documents';

interface Recipe {
  triggerConfig: { type: string; webhook?: object };
  apiCalls: { id: string }[];
}

interface Choices {
  document?: string;
  /** The `authConfig` of calls, by their ids. */
  connections?: Record<string, object>;
  /** Takes the place of the recipe's mail server, and knows the user by `p@ss word`. */
  mailServer?: string;
}

/** Deploys the recipe of that name: its addresses are those of the stand-in, and no sender has to sign, which has tests of its own. */
export async function deploy(
  setup: RunSetup,
  name: string,
  { document = 'docs/recipes.md', connections = {}, mailServer = '' }: Choices = {},
): Promise<string> {
  const block = listBlocks(document).find(({ text }) => text.includes(`"name": "${name}"`));
  const text = (block?.text ?? '')
    .replaceAll(/https:\/\/[\w.-]+(?=\/)/g, setup.target.url)
    .replace('smtps://smtp.example.com', mailServer)
    .replace('the password', 'p@ss word');
  const { triggerConfig, apiCalls, ...recipe } = JSON.parse(text) as Recipe;
  const { webhook } = triggerConfig;
  return setup.seed({
    ...recipe,
    apiCalls: apiCalls.map((call) =>
      Object.assign(call, call.id in connections && { authConfig: connections[call.id] }),
    ),
    triggerConfig: webhook ? webhookTrigger({ ...webhook, secret: '', verify: undefined }) : triggerConfig,
  });
}

export async function runNow(setup: RunSetup, integrationId: string) {
  const started = await runManually(setup.context, setup.actor, { integrationId, triggerData: undefined });
  if (started.kind !== 'queued') throw new Error(started.kind);
  await runExecution(setup.context, await setup.claim(), never);
  return setup.findExecution(started.executionId);
}

export function listBodies(received: Received[]): unknown[] {
  return received.filter(({ body }) => body !== '').map(({ body }) => JSON.parse(body) as unknown);
}
