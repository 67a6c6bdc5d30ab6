// Writes an integration's executions as CSV, for spreadsheets.
import { listPayloads } from '~/db/executions/logs/execution-previews';
import type { ListedRow, Owner } from '~/db/executions/logs/execution-logs';
import type { ExecutionFilter } from '~/db/executions/logs/indexed-ids';
import { listFilteredExecutions } from '~/db/executions/logs/search-executions';
import { findIntegration } from '~/db/integrations/integrations';
import type { TriggerConfig } from '~/engine/integration';
import { beginningOfText } from '~/engine/json/value-text';
import { readTriggerVariables } from '~/engine/variables';
import { byteOrderMark, writeCsvLine } from '../csv-line';
import { yieldTurn } from '../event-loop';
import { findDefinition } from '../integrations/definition-cache';
import { parseJsonInTurns } from '../large-json';
import { toExecutionSummary } from './execution-log';
import { maskPayload } from './mask-trigger-data';
import type { VersionContext } from './version-secrets';

/** The most executions in a file, the newest ones. */
export const maxCsvRows = 10_000;
const pageSize = 100;
/** The longest value of a variable, in UTF-16 units; a longer one is cut. */
const maxValueLength = 1_000;

/**
 * Yields the text of the file, newest execution first: a line of names, then a line for each execution that the filter lets
 * pass. The variables are those of the newest version's webhook, read from the payload, its secrets masked. They are empty for
 * payloads longer than 256 KiB.
 */
export async function* writeExecutionsCsv(
  context: VersionContext,
  owner: Owner,
  filter: ExecutionFilter,
): AsyncGenerator<string, void> {
  const trigger = await findTrigger(context, owner);
  const variables = trigger?.type === 'webhook' ? trigger.webhook.variables.map(({ name }) => name) : [];
  yield byteOrderMark + writeCsvLine([...columns, ...variables.map((name) => `variables.${name}`)]);
  const blanks = variables.map(() => '');
  let before: string | undefined;
  for (let left = maxCsvRows; left > 0; left -= pageSize) {
    const { executions } = await listFilteredExecutions(context.db, {
      ...owner,
      filter,
      before,
      limit: pageSize,
    });
    const values = await readValues(context, owner, trigger, variables, executions);
    yield executions
      .map((row) => writeCsvLine([...describe(row), ...(values.get(row.id) ?? blanks)]))
      .join('');
    before = executions.at(-1)?.id;
    if (executions.length < pageSize) return;
  }
}

const columns = [
  'id',
  'startedAt',
  'completedAt',
  'duration',
  'status',
  'triggerType',
  'isTest',
  'errorMessage',
];

function describe(row: ListedRow): string[] {
  const { id, startedAt, completedAt, duration, status, triggerType, isTest, errorMessage } =
    toExecutionSummary(row);
  const cells = [id, startedAt, completedAt, duration, status, triggerType, isTest, errorMessage];
  return cells.map((cell) => String(cell ?? ''));
}

async function findTrigger(context: VersionContext, owner: Owner): Promise<TriggerConfig | undefined> {
  const { integrationId: id, organizationId } = owner;
  const integration = await findIntegration(context.db, { id, organizationId });
  const found = integration && (await findDefinition(context, id, integration.version));
  return found?.kind === 'found' ? found.definition.triggerConfig : undefined;
}

/** Reads the values of variables from the payloads of executions, by the ids of these. */
async function readValues(
  context: VersionContext,
  owner: Owner,
  trigger: TriggerConfig | undefined,
  names: string[],
  executions: { id: string }[],
): Promise<Map<string, string[]>> {
  const values = new Map<string, string[]>();
  if (!trigger || names.length === 0) return values;
  const ids = executions.map(({ id }) => id);
  for (const { id, version, payload } of await listPayloads(context.db, owner, ids)) {
    if (payload === null) continue;
    const masked = await maskPayload(context, owner.integrationId, version, payload);
    const { variables } = readTriggerVariables(trigger, await parseJsonInTurns(masked));
    values.set(
      id,
      names.map((name) => beginningOfText(variables.get(name), maxValueLength)),
    );
    await yieldTurn();
  }
  return values;
}
