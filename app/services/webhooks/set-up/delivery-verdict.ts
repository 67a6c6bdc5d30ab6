// The result of each check for one request, in the order of the checks and in words. Nothing is written.
import { formatCount } from '~/engine/texts/format-count';
import { z } from 'zod';
import type { AppContext } from '~/context';
import { findExecutionByKey, findLeftFailed } from '~/db/executions/delivery-keys';
import { Id } from '~/engine/schema/response-fields';
import { findSender } from '~/engine/senders/senders';
import { findDefaultAnswer } from '~/engine/senders/default-answer';
import { toHandshake } from '~/engine/senders/verify';
import { readTriggerVariables } from '~/engine/variables';
import { describeProblem, type Problem } from '~/problem';
import { shortenValue } from '../../executions/last-run';
import {
  isFromAllowed,
  listMethods,
  rejectAddress,
  rejectMethod,
  rejectUnknownKey,
  takesMethod,
} from '../admission';
import { answerHandshakeDelivery } from '../handshake-requests';
import {
  findRejectionReason,
  findSkipReason,
  isIntroduction,
  readDelivery,
  readHops,
  readKey,
} from '../delivery-checks';
import { checkSender } from '../proof/sender-check';
import type { Delivery } from '../proof/delivery';
import { takesDeliveries, type DeliveryTarget } from '../delivery-target';
import { createFairQueue } from '../../limits/fair-queue';
import { readExact, toProblem } from '../bodies/payload-outcome';
import {
  describeWrongHeaders,
  explainMissingProof,
  explainWrongProof,
  listWrongHeaders,
} from '../explain-rejection';
import { describeDistance, findRightTime } from '../stale-proof';
import { notOpened, openDelivery } from '../sealed-delivery';

const checkNames = [
  'deployed',
  'handshake',
  'method',
  'proof',
  'headers',
  'address',
  'body',
  'condition',
  'variables',
  'key',
] as const;

const DeliveryCheck = z.object({
  check: z.enum(checkNames),
  result: z
    .enum(['passed', 'failed', 'open'])
    .describe('`open`: there is nothing to check, or too little is known.'),
  text: z.string().describe('What was found, as a sentence.'),
});
export type DeliveryCheck = z.infer<typeof DeliveryCheck>;

/** The API's document names this schema. */
export const DeliveryVerdict = z.object({
  outcome: z
    .enum(['accepted', 'captured', 'skipped', 'handshake', 'rejected'])
    .describe('What would become of it, by the first check that decides.'),
  status: z.number().int().describe('What would be answered.'),
  text: z.string().describe('Why, as a sentence.'),
  checks: z.array(DeliveryCheck).describe('In the order in which the endpoint asks.'),
  variables: z
    .array(z.object({ name: z.string(), value: z.string().nullable() }))
    .describe(
      'The variables of the trigger, as texts of at most 200 characters. Null for one that the payload lacks.',
    ),
  executionId: Id.nullable().describe('The execution of an earlier delivery with the same key.'),
});
export type DeliveryVerdict = z.infer<typeof DeliveryVerdict>;

/** A check, and the answer when this check decides. */
interface Found extends DeliveryCheck {
  decides?: Pick<DeliveryVerdict, 'outcome' | 'status' | 'text'>;
}

export async function judgeDelivery(
  context: AppContext,
  delivery: Delivery,
  target: DeliveryTarget,
): Promise<DeliveryVerdict> {
  const { trigger, isListening } = target;
  const now = context.now();
  const proof = await checkProof(delivery, target, now);
  const found: Found[] = [
    checkDeployed(target),
    checkHandshake(delivery, target, proof.result !== 'failed'),
    check('method', takesMethod(trigger.webhook, delivery.method), describeMethods(target), () =>
      rejectMethod(listMethods(trigger.webhook), delivery.method),
    ),
    proof,
    checkHeaders(delivery, target),
    checkAddress(delivery, target),
  ];
  const waiter = { organizationId: target.state.organizationId, integrationId: delivery.integrationId };
  const place = createFairQueue().enter(waiter, delivery.body.length);
  const opened = await openDelivery(delivery, target);
  const payload = opened
    ? await readDelivery(opened, trigger, context.config.webhookMaxBytes, place)
    : notOpened;
  if (payload.kind !== 'payload') {
    found.push(check('body', false, '', () => toProblem(payload)));
    return { ...decide(found, target), checks: found.map(toShown), variables: [], executionId: null };
  }
  const { json, value } = payload;
  const exact = () => readExact(payload);
  const bytes = Buffer.byteLength(json);
  found.push(pass('body', `It was read: ${formatCount(bytes)} bytes of JSON.`));
  if (!isListening) found.push(await checkConditions(delivery, target, exact));
  const { variables } = readTriggerVariables(trigger, value);
  const rejection = findRejectionReason(trigger, value, readHops(delivery));
  const key = readKey(delivery, trigger, exact);
  const before = key === undefined ? undefined : await findEarlier(context, target, key);
  found.push(
    check('variables', rejection === undefined, describeCount(trigger.webhook.variables.length), () => ({
      kind: rejection?.kind === 'loop' ? 'loop' : 'invalid',
      message: rejection?.message,
    })),
    describeKey(key, before),
  );
  return {
    ...decide(found, target),
    checks: found.map(toShown),
    variables: trigger.webhook.variables.map(({ name }) => ({ name, value: showValue(variables.get(name)) })),
    executionId: before?.executionId ?? null,
  };
}

function toShown({ check: name, result, text }: Found): DeliveryCheck {
  return { check: name, result, text };
}

function pass(name: DeliveryCheck['check'], text: string): Found {
  return { check: name, result: 'passed', text };
}

function leaveOpen(name: DeliveryCheck['check'], text: string): Found {
  return { check: name, result: 'open', text };
}

function check(name: DeliveryCheck['check'], passes: boolean, text: string, reject: () => Problem): Found {
  if (passes) return pass(name, text);
  const { status, body } = describeProblem(reject());
  return fail(name, body.message, status);
}

/** `text`: shown beside the check. */
function fail(name: DeliveryCheck['check'], text: string, status: number): Found {
  return { check: name, result: 'failed', text, decides: { outcome: 'rejected', status, text } };
}

function decide(
  found: Found[],
  { trigger, isListening }: DeliveryTarget,
): Pick<DeliveryVerdict, 'outcome' | 'status' | 'text'> {
  const decisive = found.find(({ decides }) => decides)?.decides;
  if (decisive) return decisive;
  const { respond, verify } = trigger.webhook;
  const usual = findDefaultAnswer(verify)?.status ?? 202;
  if (isListening) {
    return {
      outcome: 'captured',
      status: usual,
      text: 'It would be kept as the sample you are listening for.',
    };
  }
  const isOwn = respond !== undefined && respond.mode !== 'accepted';
  return {
    outcome: 'accepted',
    status: isOwn ? respond.status : usual,
    text: 'It would be accepted and run.',
  };
}

function checkDeployed(target: DeliveryTarget): Found {
  if (target.isListening) return pass('deployed', 'The next delivery is kept as a sample.');
  if (takesDeliveries(target)) return pass('deployed', 'The integration is deployed.');
  return fail('deployed', 'The integration is not deployed: until then its URL returns 404.', 404);
}

function checkHandshake(delivery: Delivery, target: DeliveryTarget, isProven: boolean): Found {
  const { webhook } = target.trigger;
  const kind = toHandshake(webhook);
  if (kind === 'none') return leaveOpen('handshake', 'The sender has no handshake.');
  const answer = answerHandshakeDelivery(delivery, target, isProven);
  if (!answer) return leaveOpen('handshake', `This is not a request of the handshake ${kind}.`);
  const text = `This is a request of the handshake ${kind}, which is answered.`;
  return { ...pass('handshake', text), decides: { outcome: 'handshake', status: answer.status, text } };
}

function describeMethods({ trigger }: DeliveryTarget): string {
  return `Deliveries are accepted by ${listMethods(trigger.webhook).join(', ')}.`;
}

/** Checks the proof alone, without the required headers; also as of the time that the request says it was signed at. */
async function checkProof(delivery: Delivery, target: DeliveryTarget, now: number): Promise<Found> {
  const { trigger } = target;
  const { webhook } = trigger;
  const { secret, verify } = webhook;
  const alone = { ...target, trigger: { ...trigger, webhook: { ...webhook, headers: {} } } };
  const sender = await checkSender(delivery, alone, now);
  if (sender.kind === 'authentic') {
    if (!secret) return leaveOpen('proof', 'There is no secret: anyone can send.');
    return pass('proof', `The sender proves that it knows the secret${nameScheme(verify?.scheme)}.`);
  }
  if (sender.kind === 'unknown') {
    return check('proof', false, '', () => rejectUnknownKey(sender.retryAfterSeconds));
  }
  if (isIntroduction(delivery, target))
    return pass('proof', 'It holds the secret that the trigger waits for.');
  const signedAt = await findRightTime(delivery, alone, now);
  if (signedAt !== undefined) {
    const when = describeDistance(signedAt, now);
    return pass('proof', `The signature is correct, but from ${when}: sent now, it would be rejected.`);
  }
  const { status } = describeProblem({ kind: 'wrong-signature' });
  const reason = sender.reason ?? explainMissingProof(delivery, webhook) ?? explainWrongProof(webhook);
  return fail('proof', reason, status);
}

function nameScheme(scheme = 'auto'): string {
  const label = findSender(scheme)?.label;
  return label ? ` as ${label} does` : '';
}

function checkHeaders(delivery: Delivery, { trigger }: DeliveryTarget): Found {
  const required = Object.entries(trigger.webhook.headers);
  if (required.length === 0) return leaveOpen('headers', 'No header is required.');
  const wrong = listWrongHeaders(delivery, trigger.webhook);
  const { status } = describeProblem({ kind: 'wrong-signature' });
  if (wrong.length > 0) return fail('headers', describeWrongHeaders(wrong), status);
  return pass('headers', `All required headers are there: ${required.length}.`);
}

function checkAddress({ address }: Delivery, { allowed }: DeliveryTarget): Found {
  if (!allowed) return leaveOpen('address', 'Deliveries are accepted from anywhere.');
  if (address() === '') return leaveOpen('address', 'Enter the sender’s address to have it checked.');
  return check('address', isFromAllowed(allowed, address), `Deliveries from ${address()} are accepted.`, () =>
    rejectAddress(address),
  );
}

async function checkConditions(
  delivery: Delivery,
  { trigger }: DeliveryTarget,
  exact: () => unknown,
): Promise<Found> {
  const count = trigger.webhook.onlyRunIf?.length ?? 0;
  if (count === 0) return leaveOpen('condition', 'Every delivery is run.');
  const reason = await findSkipReason(trigger, exact, delivery);
  if (reason === undefined) return pass('condition', `Conditions that hold: ${count} of ${count}.`);
  const skipped = { outcome: 'skipped', status: 200, text: reason } as const;
  return { check: 'condition', result: 'failed', text: reason, decides: skipped };
}

function describeCount(count: number): string {
  return count === 0 ? 'The trigger has no variables.' : 'All required variables are in the payload.';
}

interface Earlier {
  executionId: string;
  runsAgain: boolean;
}

/** Finds the execution of an earlier delivery with the key, while the key counts. */
async function findEarlier(
  { db, now }: AppContext,
  { integrationId, trigger }: DeliveryTarget,
  key: string,
): Promise<Earlier | undefined> {
  const executionId = await findExecutionByKey(db, integrationId, key, now());
  if (executionId === undefined) return undefined;
  const { runFailedAgain = false } = trigger.webhook;
  const leftFailed = runFailedAgain ? await findLeftFailed(db, integrationId, executionId) : undefined;
  return { executionId, runsAgain: leftFailed !== undefined };
}

function describeKey(key: string | undefined, before: Earlier | undefined): Found {
  if (key === undefined) return leaveOpen('key', 'It has no key: a repeat would run again.');
  const said = `Its key is ${shortenValue(key.replace(/^=/, ''))}`;
  if (!before) return pass('key', `${said}, which is new.`);
  if (before.runsAgain) return pass('key', `${said}, whose execution failed: it is run again.`);
  return pass('key', `${said}, which an earlier delivery had: the sender gets that execution.`);
}

/** Returns null when there is no value. */
function showValue(value: unknown): string | null {
  return value === null || value === undefined ? null : shortenValue(value);
}
