// Reads what a list of executions shows of each before it is opened: how the calls went, and one value of the payload. Bodies
// are not read, and payloads only up to a length, since a page of very long payloads would block the event loop.
import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import type { StepStatus } from '../../core/tables';
import { firstItemStep } from '~/engine/events/step-number';
import type { Owner } from './execution-logs';

/** A value to look for in the payload, and its name. */
export interface NamedPath {
  name: string;
  /** The keys and indexes of the path, from the outside in. */
  segments: (string | number)[];
}

interface PreviewRow {
  id: string;
  integration_version: number;
  /** JSON of {@link StepPreview}s, in the order they happened. */
  steps: string;
  /** JSON text of a name and its value; null when the payload is too long, or has no value that is short enough. */
  payloadValue: string | null;
}

/** A step of a preview. Of a loop's items only the number of failed ones is shown. */
export interface StepPreview {
  step: number;
  kind: 'call' | 'webhook' | 'loop';
  status: StepStatus;
  /** For a loop: the name of its item. */
  name: string;
  failedItems: number;
}

/** The longest payload that is read, in bytes. */
export const maxPayloadLength = 32 * 1024;
/** The longest value that is shown. Longer ones are not cut, because half a secret could not be masked. */
const maxValueLength = 200;
/** More than the calls that an integration may have, each with a notice. */
const maxSteps = 128;

/**
 * Returns the previews of some executions of an integration. The value is that of the first of `paths` that leads to a text,
 * number or boolean, else the payload's first value.
 */
export async function listPreviewRows(
  db: Queries,
  { organizationId, integrationId }: Owner,
  { ids, paths }: { ids: string[]; paths: NamedPath[] },
): Promise<PreviewRow[]> {
  if (ids.length === 0) return [];
  return await db.all(
    db.build
      .selectFrom('executions')
      .innerJoin('payloads', 'seq', 'payload_seq')
      .select(['id', 'integration_version'])
      .select(steps.as('steps'))
      .select(payloadValueOf(paths).as('payloadValue'))
      .where('organization_id', '=', organizationId)
      .where('integration_id', '=', integrationId)
      .where('id', 'in', ids),
  );
}

/** The longest payload that a table of executions reads, in bytes. */
const maxTabledLength = 256 * 1024;

/** Returns the payloads of some executions of an integration: JSON text, or null when it is longer than 256 KiB or absent. */
export async function listPayloads(
  db: Queries,
  { organizationId, integrationId }: Owner,
  ids: string[],
): Promise<{ id: string; version: number; payload: string | null }[]> {
  if (ids.length === 0) return [];
  return await db.all(
    db.build
      .selectFrom('executions')
      .innerJoin('payloads', 'seq', 'payload_seq')
      .select(['id', 'integration_version as version'])
      .select(
        sql<
          string | null
        >`iif(octet_length(trigger_data) <= ${sql.lit(maxTabledLength)}, trigger_data, null)`.as('payload'),
      )
      .where('organization_id', '=', organizationId)
      .where('integration_id', '=', integrationId)
      .where('id', 'in', ids),
  );
}

/**
 * Asks only for columns before the large ones: SQLite reads a row of this table up to the last column that a query asks for.
 */
const steps = sql<string>`(select json_group_array(json_object('step', step, 'kind', kind, 'status', status, 'name', name,
    'failedItems', failed)) from (
    select step, kind, status, name, iif(kind = 'loop', coalesce(detail ->> '$.end.failed', 0), 0) as failed
    from steps where execution_id = executions.id and kind not in ('condition', 'wait')
    and step < ${sql.lit(firstItemStep)} order by step limit ${sql.lit(maxSteps)}))`;

const isShortScalar = sql.raw(`in ('text', 'integer', 'real', 'true', 'false')`);

function payloadValueOf(paths: NamedPath[]) {
  const named = paths.map(({ name, segments }) => {
    const path = toSqlitePath(segments);
    const value = sql`trigger_data -> ${path}`;
    return sql`case when json_type(trigger_data, ${path}) ${isShortScalar} and ${value} <> '""'
      and length(${value}) <= ${sql.lit(maxValueLength)} then json_array(${name}, ${value}) end`;
  });
  const first = sql`(select json_array(substr(fullkey, 3), iif(type = 'text', json_quote(atom), trigger_data -> fullkey))
    from json_tree(trigger_data) where type ${isShortScalar} and length(atom) between 1 and ${sql.lit(maxValueLength)} limit 1)`;
  // `octet_length` reads nothing of the payload, so SQLite parses it only once it is known to be short.
  return sql<string | null>`case when octet_length(trigger_data) > ${sql.lit(maxPayloadLength)} then null
    when not json_valid(trigger_data) then null
    else coalesce(${sql.join([...named, first])}, null) end`;
}

/** https://sqlite.org/json1.html#path_arguments */
function toSqlitePath(segments: (string | number)[]): string {
  const parts = segments.map((segment) => {
    if (typeof segment === 'string') return `."${segment}"`;
    return segment < 0 ? `[#${segment}]` : `[${segment}]`;
  });
  return `$${parts.join('')}`;
}
