// Sends one call now, as it is in a form, saved or not.
import { z } from 'zod';
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { newId } from '~/db/core/id';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { loggedBodiesLength } from '~/engine/events/event';
import type { Definition } from '~/engine/integration';
import { type ApiCall, listCredentialTexts } from '~/engine/definition/api-call';
import { listMadeTexts } from '~/engine/checks/call-texts';
import { describeMissingVariables } from '~/engine/placeholders/missing-variables';
import { completeCall } from '~/engine/computed/computed-call';
import { listSecretsOfHead } from '~/engine/computed/saved-headers';
import { describeOutcome, maskStatusText, type SendOutcome } from '~/engine/run/outcome';
import { isSuccess } from '~/engine/schema/status-code';
import { type CallRequest, listCallTexts } from '~/engine/run/request';
import type { MaskSecrets } from '~/engine/secrets/mask-secrets';
import { maskResponseHeader } from '~/engine/secrets/response-headers';
import { buildAuthorized } from '~/engine/run/call-run';
import { createRunSecrets, markSecretBody, type RunSecrets } from '~/engine/run/run-secrets';
import {
  makeExampleAddress,
  makeExampleAttempt,
  makeExampleFailure,
  runName,
  toRunFacts,
} from '~/engine/run-facts';
import { organizationVariable } from '~/engine/placeholders/reference-pattern';
import { listTemplateVariables } from '~/engine/placeholders/template-references';
import type { Variables } from '~/engine/placeholders/reference';
import { hidesValues } from '~/engine/values/value-references';
import { listFields } from '~/engine/schema/issue-fields';
import type { Problem } from '~/problem';
import { describeMapping, joinHeaders } from '../executions/call-log';
import { listSecretsOutsideDefinition } from '../secrets/secrets-outside-definition';
import { runInTurns } from '../event-loop';
import { openDefinition } from '../integrations/definition-secrets';
import type { Actor } from '../actor';
import { readDefinition } from '../integrations/validate-definition';
import { createConnectionPorts } from '../connections/authorize';
import { sendInTurn } from '../connections/pace';
import type { CallTest } from './call-test';
import { nameTestedTarget } from './tested-target';
import { tryPages } from './try-pages';
import { listRecalledSecrets, usesMemory } from '~/engine/memory/memory';
import { memoryName } from '~/engine/schema/memory';
import { readMemory } from '../memory/run-memory';
import { createValuePort } from '../values/read-values';
import { doAsTest } from './limit';
import { sendRenewed } from '../connections/send-renewed';
import { isStoreUrl } from '~/engine/stores/store-address';
import { sendToStore } from '../stores/send-to-store';
import { maxResponseBytes, toSending } from '../runs/sending/sending';
import { digestFile } from '../digest-file';
import { createMeasuredBody } from '../files/measured-body';
import type { LongBodyHead } from '~/outbound/long-body';

/** How much of a response is shown, in decoded bytes. */
const maxShownBytes = 256 * 1024;

const CallTestInput = z.looseObject({
  /** The saved call whose secrets replace masks that the form sends back. */
  id: z.string().optional(),
  variables: z.custom<Record<string, unknown>>(isRecord, 'Send an object').default({}),
  /** The number of pages, for a call that is sent for each page of a list. */
  pages: z.number().int().min(1).max(3).default(1),
});

type TestCallOutcome =
  | { kind: 'tested'; test: CallTest }
  /** Nothing was sent: the variables `names` have no value; `used` are all that the call uses, in its order. */
  | { kind: 'missing-variables'; names: string[]; used: string[]; message: string }
  | Problem;

/**
 * Sends a call `{method, url, headers, body, authConfig, variables?}` with its placeholders filled in from `variables`. Secrets
 * in the result are masked as in a log. Nothing is stored, except in the audit log who sent which method to which host.
 * Problems: not-found, invalid, too-many-requests.
 */
export async function testCall(
  context: AppContext,
  actor: Actor,
  integrationId: string,
  input: unknown,
): Promise<TestCallOutcome> {
  const integration = await findDefinedIntegration(context.db, {
    id: integrationId,
    organizationId: actor.organizationId,
  });
  if (!integration) return { kind: 'not-found' };
  const parsed = CallTestInput.safeParse(input);
  if (!parsed.success) return { kind: 'invalid', fields: listFields(parsed.error.issues) };
  const { variables, pages, ...call } = parsed.data;
  const stored = openDefinition(context.config, integrationId, integration.storedDefinition);
  const read = readDefinition(
    {
      triggerConfig: { type: 'manual' },
      apiCalls: [{ name: '', ...call, order: 1 }],
      conditionalExecutionSteps: [],
      responseHandlingSteps: [],
      loopSteps: [],
      runSettings: {},
    },
    stored,
  );
  if (read.kind !== 'definition') return read.kind === 'invalid' ? nameCallFields(read) : read;
  const [apiCall] = read.definition.apiCalls;
  if (!apiCall) return { kind: 'invalid' };
  const takesValues = !hidesValues(stored.definition) && !Object.hasOwn(variables, organizationVariable);
  const used = listVariables(apiCall).filter((name) => !takesValues || name !== organizationVariable);
  const given = new Set([runName, memoryName]);
  const names = used.filter((name) => !given.has(name) && !Object.hasOwn(variables, name));
  if (names.length > 0)
    return { kind: 'missing-variables', names, used, message: describeMissingVariables(names) };
  return doAsTest(context, actor, { kind: 'call', permission: 'edit-integrations' }, async () => {
    const isRead = usesMemory(read.definition) && !Object.hasOwn(variables, memoryName);
    const recalled = isRead ? await readMemory(context, integrationId) : { values: {} };
    const executionId = newId();
    const example = {
      attemptId: makeExampleAttempt(executionId),
      failure: makeExampleFailure(context.now()),
      answerUrl: makeExampleAddress(context.config.appUrl),
    };
    const values = new Map<string, unknown>([
      [runName, { ...toRunFacts(executionId), ...example }],
      [memoryName, recalled.values],
      ...pickVariables(variables, [...listVariables(apiCall), ...listMadeVariables(apiCall)]),
    ]);
    const about = { actor, integrationId, takesValues, pages, hidden: listRecalledSecrets(recalled) };
    // The target may repeat a secret of another call, too.
    const whole = { ...stored.definition, apiCalls: [...stored.definition.apiCalls, apiCall] };
    return send(context, about, whole, apiCall, values);
  });
}

interface About {
  actor: Actor;
  integrationId: string;
  takesValues: boolean;
  pages: number;
  /** Values that must not be shown, besides the secrets of the call. */
  hidden: string[];
}

async function send(
  context: AppContext,
  { actor, integrationId, takesValues, pages, hidden: recalled }: About,
  definition: Definition,
  call: ApiCall,
  variables: Map<string, unknown>,
): Promise<TestCallOutcome> {
  const ports = {
    ...createConnectionPorts(context, actor.organizationId),
    digest: digestFile,
    inTurns: runInTurns,
  };
  const { readValues } = takesValues
    ? createValuePort(context, actor.organizationId)
    : { readValues: async () => [] };
  const scope = { ports, variables, readValues };
  const { built, unobtained, found } = await buildAuthorized(scope, call, `test.${newId()}`);
  const hidden = createRunSecrets(definition);
  const key = { id: integrationId, organizationId: actor.organizationId };
  hidden.add([...recalled, ...found, ...(await listSecretsOutsideDefinition(context, key, definition))]);
  await runInTurns(hidden.addFiltered(listCallTexts(call), variables));
  if (built.kind === 'refused') return { kind: 'invalid', message: hidden.maskSecrets(built.message) };
  const { url, timeoutMs, secrets } = built.request;
  const tested = { kind: 'call-tested', subjectId: integrationId, now: context.now() } as const;
  await insertAuditEntry(context.db, { ...actor, ...tested, detail: nameTestedTarget(built.request) });
  hidden.add(secrets);
  if (isStoreUrl(url)) markSecretBody(built.request, hidden.maskSecrets);
  const measureBody = (made: string[], head: LongBodyHead) => {
    hidden.add([...made, ...listSecretsOfHead(call.responseMapping, head)]);
    return createMeasuredBody(hidden);
  };
  const transmit = async (request: CallRequest) => {
    if (isStoreUrl(request.url)) {
      const stored = await sendToStore(context, { organizationId: actor.organizationId }, request);
      hidden.add(request.secrets);
      return stored;
    }
    const answer = await sendInTurn(context, call, request, () =>
      context.outbound.send({
        ...toSending(request, context.now),
        timeoutMs,
        maxBodyBytes: call.repeat || request.keepsBytes ? maxResponseBytes : maxShownBytes,
        ...(request.keepsBytes && { openLongBody: (head) => measureBody(request.secrets, head) }),
        organizationId: actor.organizationId,
        integrationId,
      }),
    );
    hidden.add(request.secrets);
    return Object.assign(answer, { answeredAt: context.now() });
  };
  const { repeat } = call;
  if (repeat?.kind === 'pages' && !unobtained) {
    const tried = await tryPages({ ...scope, call, repeat, pages, secrets: hidden }, transmit);
    return { kind: 'tested', test: tried };
  }
  const due = { call, request: built.request, nextKey: `test.${newId()}` };
  const outcome = unobtained ?? (await sendRenewed(scope, due, transmit));
  if (outcome.kind === 'response') hidden.add(listSecretsOfHead(call.responseMapping, outcome));
  const { maskSecrets } = hidden;
  const responseMapping = await findMapping(outcome, call, { variables, secrets: hidden, url });
  if (outcome.kind === 'response') {
    return { kind: 'tested', test: { ...describeResponse(outcome, maskSecrets), responseMapping } };
  }
  const { durationMs: responseTime, message } = outcome;
  const nothing = { success: false, statusCode: 0, headers: {}, body: '', truncated: false };
  return { kind: 'tested', test: { ...nothing, responseTime, error: maskSecrets(message), responseMapping } };
}

async function findMapping(
  outcome: SendOutcome,
  call: ApiCall,
  { variables, secrets, url }: { variables: Variables; secrets: RunSecrets; url: string },
) {
  const { responseMapping: mapping } = call;
  const described = await runInTurns(
    describeOutcome(outcome, {
      mapping,
      ruling: null,
      maskSecrets: secrets.maskSecrets,
      logAllowance: { left: loggedBodiesLength },
      url,
    }),
  );
  const { extractions } = await runInTurns(
    completeCall({ variables, secrets }, call, { ...described, ruling: null }, []),
  );
  return describeMapping(extractions);
}

function describeResponse(
  answer: Extract<SendOutcome, { kind: 'response' }>,
  maskSecrets: MaskSecrets,
): Omit<CallTest, 'responseMapping'> {
  const { status, statusText, body, truncated, durationMs } = answer;
  const success = isSuccess(status);
  return {
    success,
    statusCode: status,
    headers: joinHeaders(
      answer.headers.map(([name, value]) => [
        maskSecrets(name),
        maskSecrets(maskResponseHeader(name, value)),
      ]),
    ),
    // A file is read whole, but only as much of it is shown as of other responses.
    body: maskSecrets(body, maxShownBytes),
    truncated: truncated || body.length > maxShownBytes,
    responseTime: durationMs,
    error: success
      ? null
      : `HTTP ${status}: ${maskStatusText(statusText, maskSecrets) || 'Unknown error occurred'}`,
  };
}

/** Checks the kind alone: the schema of a record takes seconds to walk hundreds of thousands of names. */
function isRecord(sent: unknown): boolean {
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent);
}

/** Returns the variables with these names, as far as they are given. All the others are never looked at, however many. */
function pickVariables(given: Record<string, unknown>, names: string[]): [name: string, value: unknown][] {
  return names.flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name]]] : []));
}

function listMadeVariables(call: ApiCall): string[] {
  return listMadeTexts(call).flatMap(({ text }) => listTemplateVariables(text));
}

function listVariables({ url, headers, body, authConfig }: ApiCall): string[] {
  const texts = [url, ...Object.values(headers), ...listCredentialTexts(authConfig), body];
  return [...new Set(texts.flatMap(listTemplateVariables))];
}

/** Names the fields of the one call without their prefix. */
function nameCallFields({ fields = {}, ...problem }: Problem): Problem {
  const named = Object.entries(fields).map(([name, messages]) => [
    name.replace(/^apiCalls\.0\.?/, ''),
    messages,
  ]);
  return { ...problem, fields: Object.fromEntries(named) };
}
