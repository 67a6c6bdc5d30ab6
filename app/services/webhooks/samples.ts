// 'Listen for a sample': for ten minutes, the next delivery to an integration's webhook URL is kept and not run, so that a
// user can pick variables from what the sender really sends. Who edits may listen, also for a draft. A sample may also be
// pasted (`pasted-sample.ts`).
import type { AppContext } from '~/context';
import { newId } from '~/db/core/id';
import { findIntegration, type IntegrationKey } from '~/db/integrations/integrations';
import type { Queries } from '~/db/core/queries';
import {
  deleteOlderSamples,
  findListening,
  findNewestPayload,
  findNewestSample,
  insertSample,
  type StoredSample,
  updateListening,
} from '~/db/executions/samples';
import { readRequest } from '~/engine/delivery/delivery-request';
import { findTestSender } from '~/engine/senders/senders';
import type { FoundPath } from '~/engine/paths/path-discovery';
import { listeningMs } from '~/engine/triggers/passing-states';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { transactAsMember } from '../check-permission';
import { findDefinition } from '../integrations/definition-cache';
import { findIntroduction } from './delivery-checks';
import { explainUnready } from './explain-rejection';
import { explainNoWebhook } from './no-webhook';
import { discoverInText } from '../executions/last-run';
import { maskPayload } from '../executions/mask-trigger-data';

/** A longer payload counts as captured, so it is not run, but it is not kept. */
export const maxSampleBytes = 256 * 1024;

const keptSamples = 5;

/** How long the screen says that nothing came. */
const newsMs = 60 * 60_000;

interface Owner {
  organizationId: string;
}

/** The sample to pick variables from, and whether the server listens for a delivery. Times are ISO 8601. */
export interface SampleState {
  /** When this state was read, in milliseconds since 1970: the greater of two is the newer. */
  readAt: number;
  listeningUntil: string | null;
  /** The ten minutes ended within the last hour, and nothing came. */
  hasLapsed: boolean;
  /** The newest captured or pasted delivery; when there is none, the payload of the newest run. */
  sample: Sample | null;
  /** Why the deployed trigger rejects every delivery, as a sentence; null when it can accept one. */
  closed: string | null;
}

export interface Sample {
  id: string;
  /** Samples that are older than stored requests count as pasted, too. */
  origin: 'captured' | 'pasted' | 'execution';
  receivedAt: string;
  /** The length of the JSON text. */
  bytes: number;
  /** The JSON text; null when it is longer than 256 KiB. */
  text: string | null;
  /** The JSON text of the request, without the proof of who sent it; null when it was not kept. */
  request: string | null;
  /** The sender whose own test of the address this is, not an event; null for any other delivery. */
  testOf: string | null;
  /** The places in `text` that a variable may be taken from. */
  paths: FoundPath[];
}

export type SampleOutcome = { kind: 'sample'; state: SampleState } | Problem;

/** Starts the ten minutes, or restarts them. Problems: not-found; invalid without a webhook trigger in the deployed version. */
export async function startListening(context: AppContext, actor: Actor, id: string): Promise<SampleOutcome> {
  const key = { id, organizationId: actor.organizationId };
  const problem = await transactAsMember(
    context.db,
    actor,
    'edit-integrations',
    async (tx): Promise<Problem | undefined> => {
      const integration = await findIntegration(tx, key);
      if (!integration) return { kind: 'not-found' };
      const reader = { definitions: context.definitions, db: tx };
      const definition = await findDefinition(reader, id, integration.deployedVersion);
      if (definition.kind === 'sealed') {
        const message =
          'A secret of this integration can no longer be decrypted. Please set a new one first.';
        return { kind: 'invalid', message };
      }
      if (definition.kind !== 'found' || definition.definition.triggerConfig.type !== 'webhook') {
        return { kind: 'invalid', message: await explainNoWebhook(reader, integration) };
      }
      await updateListening(tx, key, context.now() + listeningMs);
      return undefined;
    },
  );
  return problem ?? (await respondChanged(context, key));
}

/** Stops listening; does nothing when nobody listens. Problem: not-found. */
export async function stopListening(context: AppContext, actor: Actor, id: string): Promise<SampleOutcome> {
  const key = { id, organizationId: actor.organizationId };
  const problem = await transactAsMember(
    context.db,
    actor,
    'edit-integrations',
    async (tx): Promise<Problem | undefined> => {
      return (await updateListening(tx, key, null)) ? undefined : { kind: 'not-found' };
    },
  );
  return problem ?? (await respondChanged(context, key));
}

/** Problem: not-found. */
export async function findSample(
  context: AppContext,
  { organizationId }: Owner,
  id: string,
): Promise<SampleOutcome> {
  const key = { id, organizationId };
  const { db } = context;
  const readAt = context.now();
  const listening = await findListening(db, key);
  if (!listening) return { kind: 'not-found' };
  const { until } = listening;
  const state: SampleState = {
    readAt,
    listeningUntil: until !== null && until > readAt ? new Date(until).toISOString() : null,
    hasLapsed: until !== null && until <= readAt && readAt - until < newsMs,
    sample: await readSample(context, key),
    closed: await explainClosed(context, key),
  };
  return { kind: 'sample', state };
}

/**
 * Keeps a payload and its request, as JSON texts, and stops listening, in one transaction: only one delivery is captured. A
 * sender's own test of the address has none of the fields that an event has, so the listening goes on after it.
 */
export async function captureSample(
  tx: Queries,
  key: IntegrationKey,
  { json, request, at }: { json: string; request: string | null; at: number },
): Promise<void> {
  const bytes = Buffer.byteLength(json);
  const payload = bytes <= maxSampleBytes ? json : null;
  await insertSample(tx, { integration_id: key.id, id: newId(), received_at: at, bytes, payload, request });
  await deleteOlderSamples(tx, key.id, keptSamples);
  if (findTestOf(request) === null) await updateListening(tx, key, null);
}

/** Returns the sender whose own test of the address a request is, as JSON text; null for any other. */
function findTestOf(request: string | null): string | null {
  const headers = request === null ? undefined : readRequest(request)?.headers;
  return findTestSender((name) => headers?.[name]) ?? null;
}

function respondChanged(context: AppContext, key: IntegrationKey): Promise<SampleOutcome> {
  // Other users may have the editor open.
  context.changeEvents.publish(key.id);
  return findSample(context, key, key.id);
}

async function explainClosed(context: AppContext, key: IntegrationKey): Promise<string | null> {
  const integration = await findIntegration(context.db, key);
  const found = integration && (await findDefinition(context, key.id, integration.deployedVersion));
  const trigger = found?.kind === 'found' ? found.definition.triggerConfig : undefined;
  // A delivery that announces the secret is accepted without one.
  if (trigger?.type !== 'webhook' || findIntroduction({ trigger, isListening: true })) return null;
  return explainUnready(trigger.webhook) ?? null;
}

async function readSample(context: AppContext, key: IntegrationKey): Promise<Sample | null> {
  const { db } = context;
  const captured = await findNewestSample(db, key.id);
  const found = captured ?? (await findNewestPayload(db, key, maxSampleBytes));
  const integration = found && (await findIntegration(db, key));
  if (!integration) return null;
  const { payload, request } = found;
  const show = async (json: string | null) =>
    json === null ? null : await maskPayload(context, key.id, integration.version, json);
  const shown = { ...found, payload: await show(payload), request: await show(request) };
  // A delivery always has a request.
  const kept = found.request === null ? 'pasted' : 'captured';
  return describeSample(shown, captured ? kept : 'execution');
}

function describeSample(sample: StoredSample, origin: Sample['origin']): Sample {
  const { id, receivedAt, bytes, payload: text, request } = sample;
  const paths = text === null ? [] : discoverInText(text);
  const testOf = findTestOf(request);
  return { id, origin, receivedAt: new Date(receivedAt).toISOString(), bytes, text, request, testOf, paths };
}
