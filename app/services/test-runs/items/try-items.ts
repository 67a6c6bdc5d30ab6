// Sends the calls of a loop now, as they are in a form, for the first items of the last known list, or of a list read for it.
import type { Permission } from '~/auth/role-permissions';
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { newId } from '~/db/core/id';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { ApiCall } from '~/engine/definition/api-call';
import { nameCall } from '~/engine/definition/call-name';
import { LoopStep } from '~/engine/definition/loop-step';
import { OwnRunSettings } from '~/engine/definition/run-settings';
import { sortByOrder } from '~/engine/definition/order';
import { waitsInPlaceMs } from '~/engine/connections/pace';
import { type Definition, TriggerConfig } from '~/engine/integration';
import type { Recalled } from '~/engine/events/memory-event';
import { listRecalledSecrets } from '~/engine/memory/memory';
import { organizationVariable } from '~/engine/placeholders/reference-pattern';
import { listFieldReferences } from '~/engine/placeholders/template-references';
import { walkChain } from '~/engine/run/chain-run';
import type { RunPorts } from '~/engine/run/ports';
import { createScope, type RunScope } from '~/engine/run/run-scope';
import { createRunSecrets } from '~/engine/run/run-secrets';
import { hidesValues } from '~/engine/values/value-references';
import type { Problem } from '~/problem';
import type { Actor } from '../../actor';
import { createConnectionPorts } from '../../connections/authorize';
import { deferTurns, takeTurn } from '../../connections/pace';
import { runInTurns, yieldTurn } from '../../event-loop';
import { describeMapping, joinHeaders } from '../../executions/call-log';
import { listSecretsOutsideDefinition } from '../../secrets/secrets-outside-definition';
import { openDefinition } from '../../integrations/definition-secrets';
import { describeIntegration } from '../../integrations/integration-response';
import { readDefinition } from '../../integrations/validate-definition';
import { nameTestedTarget } from '../tested-target';
import { isStoreUrl } from '~/engine/stores/store-address';
import { sendToStore } from '../../stores/send-to-store';
import { maxResponseBytes, toSending } from '../../runs/sending/sending';
import { readMemory } from '../../memory/run-memory';
import { createValuePort } from '../../values/read-values';
import type { CallTest } from '../call-test';
import { addAnswer, findKnownValues, type KnownValues } from '../known-values';
import { doAsTest } from '../limit';
import { extractCall, extractLoop, type LoopPart, type TypedChain } from './loop-part';
import { findUnknown, findUnusable, listSaved, nameSource, triedItems } from './list-problems';
import { restrictChain } from './restrict-chain';
import { collectItems } from './tried-items';
import { digestFile } from '../../digest-file';

type TryItemsOutcome = { kind: 'tested'; test: CallTest } | Problem;

/**
 * Runs the loop around a call of a typed chain for the first two items of its list, taken from the last execution or a captured
 * sample, and returns the result of that call. When neither has the list, and a `GET` of the chain saves it, that is sent first.
 * No retries, waits or notices; nothing is stored but who sent which method to which host. Problems: not-found, invalid (also
 * when no list is known), too-many-requests.
 */
export async function tryItems(
  context: AppContext,
  actor: Actor,
  integrationId: string,
  { typed, callIndex }: { typed: TypedChain; callIndex: number },
  permission: Permission = 'edit-integrations',
): Promise<TryItemsOutcome> {
  const owner = { organizationId: actor.organizationId, integrationId };
  const integration = await findDefinedIntegration(context.db, { ...owner, id: integrationId });
  if (!integration) return { kind: 'not-found' };
  const part = extractLoop(typed, callIndex);
  if (!part) return { kind: 'invalid', message: 'This call is not part of a for each.' };
  const stored = openDefinition(context.config, integrationId, integration.storedDefinition);
  const read = readDefinition({ ...part.chain, runSettings: {} }, stored);
  if (read.kind !== 'definition') return nameFields(read, part.nameField);
  const [loop] = read.definition.loopSteps ?? [];
  const callId = typed.apiCalls[callIndex]?.id;
  if (!loop || callId === undefined) return { kind: 'invalid' };
  const parsed = TriggerConfig.safeParse(typed.triggerConfig);
  const config = parsed.success ? parsed.data : stored.definition.triggerConfig;
  const calls = typed.apiCalls.slice(0, part.first).flatMap((call) => ApiCall.safeParse(call).data ?? []);
  const loops = typed.loopSteps.flatMap((each) => LoopStep.safeParse(each).data ?? []);
  const lists = loops.filter(({ id }) => id !== loop.id).flatMap(({ collect }) => collect);
  const version = integration.version;
  const settings = OwnRunSettings.safeParse(typed.runSettings);
  const memory = await readMemory(context, integrationId);
  const known = await findKnownValues(
    context,
    owner,
    { config, version, computed: settings.success ? (settings.data?.computed ?? []) : [] },
    {
      calls,
      lists: lists.map(({ saveAs }) => saveAs),
      memory: memory.values,
    },
  );
  // The wait before the first call comes before the list, and the test does not wait.
  const [first] = sortByOrder(read.definition.apiCalls);
  if (first) addAnswer(known.variables, first);
  const reader = extractReader(typed, calls, loop, known);
  const readable = reader && readDefinition({ ...reader.chain, runSettings: {} }, stored);
  if (readable && readable.kind !== 'definition')
    return nameFields(readable, (field) => reader?.nameField(field) ?? field);
  const toRead = readable?.definition;
  const problem = toRead
    ? findUnusable(toRead, known)
    : findUnknown(read.definition, loop, { ...known, source: nameSource(known.origin) });
  if (problem !== undefined) return { kind: 'invalid', message: problem };
  return doAsTest(context, actor, { kind: 'call', permission }, () =>
    run(
      context,
      { actor, integrationId },
      {
        reader: toRead && restrictChain(toRead, triedItems),
        definition: restrictChain(read.definition, triedItems),
        callId,
        known,
        memory,
      },
    ),
  );
}

/** Like {@link tryItems}, for the saved chain and a call by its id. */
export async function trySavedItems(
  context: AppContext,
  actor: Actor,
  integrationId: string,
  callId: string,
): Promise<TryItemsOutcome> {
  const owner = { id: integrationId, organizationId: actor.organizationId };
  const integration = await findDefinedIntegration(context.db, owner);
  if (!integration) return { kind: 'not-found' };
  const { loopSteps = [], ...saved } = describeIntegration(context, integration);
  const apiCalls = sortByOrder(saved.apiCalls);
  const callIndex = apiCalls.findIndex(({ id }) => id === callId);
  const typed = { ...saved, apiCalls, loopSteps };
  return tryItems(context, actor, integrationId, { typed, callIndex }, 'run-integrations');
}

function nameFields({ fields = {}, ...problem }: Problem, nameField: (field: string) => string): Problem {
  const named = Object.entries(fields).map(([field, messages]) => [nameField(field), messages]);
  return { ...problem, fields: Object.fromEntries(named) };
}

/**
 * Returns the call that saves the list, as a chain, when no known value is the list. Only a `GET`, since sending it asks for no
 * change (RFC 9110 §9.2.1), and none of another loop.
 */
function extractReader(
  typed: TypedChain,
  calls: readonly ApiCall[],
  { items }: LoopStep,
  { variables }: KnownValues,
): Pick<LoopPart, 'chain' | 'nameField'> | undefined {
  const root = listFieldReferences(items)[0]?.name ?? '';
  if (variables.has(root)) return undefined;
  const reader = calls.find((call) => listSaved({ apiCalls: [call] }).includes(root));
  const index = typed.apiCalls.findIndex(({ id }) => id === reader?.id);
  return reader?.method === 'GET' && !extractLoop(typed, index) ? extractCall(typed, index) : undefined;
}

interface Tried {
  /** The call that saves the list, when it is sent first. */
  reader: Definition | undefined;
  definition: Definition;
  callId: string;
  known: KnownValues;
  memory: Recalled;
}

async function run(
  context: AppContext,
  about: { actor: Actor; integrationId: string },
  { reader, definition, callId, known, memory }: Tried,
): Promise<TryItemsOutcome> {
  const { organizationId } = about.actor;
  const takesValues = !hidesValues(definition) && !known.variables.has(organizationVariable);
  const { readValues } = takesValues
    ? createValuePort(context, organizationId)
    : { readValues: async () => [] };
  const apiCalls = [...(reader?.apiCalls ?? []), ...definition.apiCalls];
  const secrets = createRunSecrets({ ...definition, apiCalls });
  const key = { id: about.integrationId, organizationId };
  const kept = await listSecretsOutsideDefinition(context, key, { ...definition, apiCalls });
  secrets.add([...listRecalledSecrets(memory), ...kept]);
  const { tried, tell } = collectItems(secrets.maskSecrets);
  const ports: RunPorts = {
    digest: digestFile,
    ...createConnectionPorts(context, organizationId),
    readValues,
    now: () => context.now(),
    rest: yieldTurn,
    inTurns: runInTurns,
    send: createSender(context, about),
    takeTurn: (call) => takeTurn(context, call, { latest: context.now() + waitsInPlaceMs }),
    deferTurns: (call, until) => deferTurns(context, call, until),
  };
  const { variables } = known;
  const scope = createScope({ executionId: `test.${newId()}`, ports }, { variables, secrets, readValues });
  const [loop] = definition.loopSteps ?? [];
  const problem = reader && loop && (await readList(scope, reader, { definition, loop }));
  if (problem !== undefined) return { kind: 'invalid', message: problem };
  for await (const event of walkChain(scope, definition)) tell(event);
  const { response = null, extractions = [], durationMs = 0 } = tried.finished.get(callId) ?? {};
  const failed = tried.items.find(({ error }) => error !== null);
  return {
    kind: 'tested',
    test: {
      success: failed === undefined,
      statusCode: response?.status ?? 0,
      headers: joinHeaders(response?.headers ?? []),
      body: response?.body ?? '',
      truncated: response?.truncated ?? false,
      responseTime: durationMs,
      error: failed ? `Item ${failed.index}: ${failed.error}` : null,
      responseMapping: describeMapping(extractions),
      items: { of: tried.of, from: reader ? 'response' : (known.origin ?? 'execution'), tried: tried.items },
    },
  };
}

/** Sends the call that saves the list. Returns why there is no list now, in words; undefined when there is one. */
async function readList(
  scope: RunScope,
  reader: Definition,
  { definition, loop }: { definition: Definition; loop: LoopStep },
): Promise<string | undefined> {
  const [call] = reader.apiCalls;
  const name = nameCall(call?.name ?? '', 0);
  let failure: string | null = null;
  for await (const event of walkChain(scope, reader))
    if (event.kind === 'call-finished' || event.kind === 'call-refused') failure = event.errorMessage;
  return failure === null
    ? findUnknown(definition, loop, { variables: scope.variables, source: `the response to ${name} now` })
    : `${name} was to read the list first: ${failure}`;
}

/** The audit records once who sent which method to which host. */
function createSender(
  context: AppContext,
  { actor, integrationId }: { actor: Actor; integrationId: string },
): RunPorts['send'] {
  const audited = new Set<string>();
  return async (request) => {
    const detail = nameTestedTarget(request);
    if (!audited.has(detail)) {
      audited.add(detail);
      const tested = { kind: 'call-tested', subjectId: integrationId, now: context.now() } as const;
      await insertAuditEntry(context.db, { ...actor, ...tested, detail });
    }
    if (isStoreUrl(request.url)) {
      return sendToStore(context, { organizationId: actor.organizationId }, request);
    }
    const outcome = await context.outbound.send({
      ...toSending(request, context.now),
      timeoutMs: request.timeoutMs,
      maxBodyBytes: maxResponseBytes,
      organizationId: actor.organizationId,
      integrationId,
    });
    return Object.assign(outcome, { answeredAt: context.now() });
  };
}
