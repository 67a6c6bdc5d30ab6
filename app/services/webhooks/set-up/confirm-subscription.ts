// Amazon SNS sends only to addresses whose owner has confirmed the subscription. Its first message holds a link for that. When
// a user presses the button, the server opens the link here. The delivery's proof showed who sent the message; this file
// checks that the link belongs to Amazon and to the topic.
import type { AppContext } from '~/context';
import { findExecution } from '~/db/executions/executions';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { parseJson } from '~/engine/json/json';
import type { Problem } from '~/problem';
import { findDefinition } from '../../integrations/definition-cache';
import type { Actor } from '../../actor';
import { checkPermission } from '../../check-permission';
import { readUrl } from '~/engine/http/read-url';

type ConfirmOutcome = { kind: 'confirmed' } | Problem;

const timeoutMs = 15_000;
const maxBytes = 64 * 1024;

/** https://docs.aws.amazon.com/general/latest/gr/sns.html: one host per region. */
const amazonHost = /^sns\.[a-z]{2}(?:-[a-z]{2,10}){1,3}-\d\.amazonaws\.com(?:\.cn)?$/;

/** Problems: forbidden, not-found; conflict when the execution's message asks for no confirmation, or Amazon rejects it. */
export async function confirmSubscription(
  context: AppContext,
  actor: Actor,
  { integrationId, executionId }: { integrationId: string; executionId: string },
): Promise<ConfirmOutcome> {
  const { organizationId } = actor;
  const execution = await findExecution(context.db, { id: executionId, integrationId, organizationId });
  if (!execution) return { kind: 'not-found' };
  const loaded = await findDefinition(context, integrationId, execution.integration_version);
  const trigger = loaded.kind === 'found' ? loaded.definition.triggerConfig : undefined;
  const isProven =
    execution.trigger_type === 'webhook' &&
    trigger?.type === 'webhook' &&
    trigger.webhook.verify?.scheme === 'amazon-sns';
  const message = isProven ? parseJson(execution.trigger_data ?? 'null') : undefined;
  if (!asksForSubscription(message)) {
    return {
      kind: 'conflict',
      message: 'This is not a message from Amazon SNS that asks to confirm a subscription.',
    };
  }
  if (!isLinkOf(message.SubscribeURL, message.TopicArn)) {
    return { kind: 'conflict', message: 'The confirmation link is not one from Amazon SNS for this topic.' };
  }
  const refused = await checkPermission(context.db, actor, 'edit-integrations');
  if (refused) return refused;
  const answer = await context.outbound.send({
    method: 'GET',
    url: message.SubscribeURL,
    headers: [],
    timeoutMs,
    maxBodyBytes: maxBytes,
    organizationId,
  });
  if (answer.kind === 'failure') return { kind: 'conflict', message: answer.message };
  if (answer.status !== 200) {
    const text = `Amazon responded with ${answer.status}. A link is valid for three days: request another one at the subscription.`;
    return { kind: 'conflict', message: text };
  }
  const now = context.now();
  const entry = {
    kind: 'subscription-confirmed',
    subjectId: integrationId,
    detail: message.TopicArn,
  } as const;
  await insertAuditEntry(context.db, { ...actor, ...entry, now });
  return { kind: 'confirmed' };
}

interface SubscriptionMessage {
  SubscribeURL: string;
  TopicArn: string;
}

/** Checks whether a payload is the first message of a topic. Anybody may have sent it. */
export function asksForSubscription(payload: unknown): payload is SubscriptionMessage {
  if (typeof payload !== 'object' || payload === null) return false;
  const { Type, SubscribeURL, TopicArn } = payload as Record<string, unknown>;
  return (
    Type === 'SubscriptionConfirmation' && typeof SubscribeURL === 'string' && typeof TopicArn === 'string'
  );
}

function isLinkOf(link: string, topic: string): boolean {
  const url = readUrl(link);
  if (!url) return false;
  const { protocol, host, username, password, pathname, searchParams } = url;
  return (
    protocol === 'https:' &&
    amazonHost.test(host) &&
    username === '' &&
    password === '' &&
    pathname === '/' &&
    searchParams.get('Action') === 'ConfirmSubscription' &&
    searchParams.get('TopicArn') === topic
  );
}
