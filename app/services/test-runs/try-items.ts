// Sends the calls of a loop now, as they are in a form, for the first items of the last known list.
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { newId } from '~/db/core/id';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { listCallTexts } from '~/engine/checks/call-texts';
import { ApiCall } from '~/engine/definition/api-call';
import { listConditions } from '~/engine/definition/conditional-step';
import { LoopStep, loopName } from '~/engine/definition/loop-step';
import { OwnRunSettings } from '~/engine/definition/run-settings';
import { sortByOrder } from '~/engine/definition/order';
import { waitsInPlaceMs } from '~/engine/connections/pace';
import { type Definition, TriggerConfig } from '~/engine/integration';
import { stringifyJson } from '~/engine/json/json';
import type { Recalled } from '~/engine/events/memory-event';
import { withoutBytes } from '~/engine/files/file-value';
import { listRecalledSecrets } from '~/engine/memory/memory';
import { readVariable } from '~/engine/placeholders/read-variable';
import { organizationVariable } from '~/engine/placeholders/reference-pattern';
import { listFieldReferences, listTemplateVariables } from '~/engine/placeholders/template-references';
import { walkChain } from '~/engine/run/chain-run';
import type { RunPorts } from '~/engine/run/ports';
import { createScope } from '~/engine/run/run-scope';
import { createRunSecrets } from '~/engine/run/run-secrets';
import { hidesValues } from '~/engine/values/value-references';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { createConnectionPorts } from '../connections/authorize';
import { deferTurns, takeTurn } from '../connections/pace';
import { runInTurns, yieldTurn } from '../event-loop';
import { describeMapping, joinHeaders } from '../executions/call-log';
import { listKeptSecrets } from '../secrets/kept-secrets';
import { openDefinition } from '../integrations/definition-secrets';
import { describeIntegration } from '../integrations/integration-response';
import { readDefinition } from '../integrations/validate-definition';
import { listMappedNames } from '~/engine/definition/response-mapping';
import { toSending } from '../runs/sending';
import { readMemory } from '../memory/run-memory';
import { createValuePort } from '../values/read-values';
import type { CallTest } from './call-test';
import { addAnswer, findKnownValues, type KnownValues } from './known-values';
import { beginTest } from './limit';
import { extractLoop, type TypedChain } from './loop-part';
import { restrictChain } from './restrict-chain';
import { collectItems } from './tried-items';
import { digestFile } from '../digest-file';

const triedItems = 2;

/** How much of a response is read, as in a run. */
const maxBodyBytes = 1024 * 1024;

type TryItemsOutcome = { kind: 'tested'; test: CallTest } | Problem;

/**
 * Runs the loop around a call of a typed chain for the first two items of its list, taken from the last execution or a captured
 * sample, and returns the result of that call. No retries, waits or notices; nothing is stored but who sent which method to
 * which host. Problems: not-found, invalid (also when no list is known), too-many-requests.
 */
export async function tryItems(
  context: AppContext,
  actor: Actor,
  integrationId: string,
  { typed, callIndex }: { typed: TypedChain; callIndex: number },
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
  const problem = findUnknown(read.definition, loop, known);
  if (problem !== undefined) return { kind: 'invalid', message: problem };
  const test = beginTest(context, actor, 'call');
  if (test.kind !== 'begun') return test;
  return run(
    context,
    { actor, integrationId },
    { definition: restrictChain(read.definition, triedItems), callId, known, memory },
  ).finally(test.end);
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
  return tryItems(context, actor, integrationId, { typed: { ...saved, apiCalls, loopSteps }, callIndex });
}

function nameFields({ fields = {}, ...problem }: Problem, nameField: (field: string) => string): Problem {
  const named = Object.entries(fields).map(([field, messages]) => [nameField(field), messages]);
  return { ...problem, fields: Object.fromEntries(named) };
}

/** Returns why the items cannot be tried with the known values, in words; undefined when they can. */
function findUnknown(
  definition: Definition,
  { items, itemName }: LoopStep,
  { origin, variables }: KnownValues,
): string | undefined {
  if (origin === null)
    return 'No list is known yet: nothing has been run or captured. Test the whole chain once, or listen for a sample, then try again.';
  const list = readVariable(items, variables);
  const root = listFieldReferences(items)[0]?.name ?? '';
  const source = origin === 'execution' ? 'the last execution' : 'the captured sample';
  if (!variables.has(root)) return describeUnknown([root], source);
  if (!Array.isArray(list)) return `{{${items}}} is not a list in ${source}.`;
  if (list.length === 0) return `{{${items}}} is an empty list in ${source}, so there is no item to try.`;
  const given = new Set([itemName, loopName, organizationVariable, ...listSaved(definition)]);
  const used = listUsed(definition).filter((name) => !given.has(name));
  const unknown = used.filter((name) => !variables.has(name));
  if (unknown.length > 0) return describeUnknown(unknown, source);
  const sent = withoutBytes([list.slice(0, triedItems), ...used.map((name) => variables.get(name))]);
  return stringifyJson(sent).includes('••••')
    ? `A secret is masked in ${source} and would be sent masked. Test the whole chain instead.`
    : undefined;
}

function describeUnknown(names: string[], source: string): string {
  const listed = names.map((name) => `{{${name}}}`).join(', ');
  const [has, it] = names.length === 1 ? ['has no value', 'it'] : ['have no values', 'them'];
  return `${listed} ${has} yet: ${source} did not set ${it}. Test the whole chain once, then try again.`;
}

/** Lists the variables that calls and checks name, each once. */
function listUsed({ apiCalls, conditionalExecutionSteps }: Definition): string[] {
  const texts = apiCalls.flatMap(listCallTexts).flatMap(({ text }) => listTemplateVariables(text));
  const fields = conditionalExecutionSteps.flatMap(listConditions);
  return [
    ...new Set([
      ...texts,
      ...fields.flatMap(({ field }) => listFieldReferences(field).map(({ name }) => name)),
    ]),
  ];
}

function listSaved({ apiCalls }: Definition): string[] {
  return apiCalls.flatMap(({ responseMapping, repeat }) => [
    ...listMappedNames(responseMapping),
    ...(repeat?.kind === 'pages' ? [repeat.saveAs] : []),
  ]);
}

interface Tried {
  definition: Definition;
  callId: string;
  known: KnownValues;
  memory: Recalled;
}

async function run(
  context: AppContext,
  about: { actor: Actor; integrationId: string },
  { definition, callId, known, memory }: Tried,
): Promise<TryItemsOutcome> {
  const { organizationId } = about.actor;
  const takesValues = !hidesValues(definition) && !known.variables.has(organizationVariable);
  const { readValues } = takesValues
    ? createValuePort(context, organizationId)
    : { readValues: async () => [] };
  const secrets = createRunSecrets(definition);
  const key = { id: about.integrationId, organizationId };
  secrets.add([...listRecalledSecrets(memory), ...(await listKeptSecrets(context, key, definition))]);
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
      items: { of: tried.of, from: known.origin ?? 'execution', tried: tried.items },
    },
  };
}

/** The audit records once who sent which method to which host. */
function createSender(
  context: AppContext,
  { actor, integrationId }: { actor: Actor; integrationId: string },
): RunPorts['send'] {
  const audited = new Set<string>();
  return async (request) => {
    const detail = `${request.method} ${new URL(request.url).host}`;
    if (!audited.has(detail)) {
      audited.add(detail);
      const tested = { kind: 'call-tested', subjectId: integrationId, now: context.now() } as const;
      await insertAuditEntry(context.db, { ...actor, ...tested, detail });
    }
    const outcome = await context.outbound.send({
      ...toSending(request, context.now()),
      timeoutMs: request.timeoutMs,
      maxBodyBytes,
      organizationId: actor.organizationId,
      integrationId,
    });
    return Object.assign(outcome, { answeredAt: context.now() });
  };
}
