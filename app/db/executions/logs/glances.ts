// What a row of the list of executions shows before it is opened: how the calls went, and one value of the payload. Bodies are
// not read, and payloads only up to a length, since a page of very long payloads would block the event loop.
import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import type { StepStatus } from '../../core/schema';
import { firstItemStep } from '~/engine/events/step-number';
import type { Owner } from './execution-logs';

/** A value that is looked for in the payload, and what it is called. */
export interface NamedPath {
  name: string;
  /** Names and places, from the outside in. */
  segments: (string | number)[];
}

export interface GlanceRow {
  id: string;
  integration_version: number;
  /** JSON of {@link StepGlance}s, in the order they happened. */
  steps: string;
  /** JSON text of a name and its value; null when the payload has none that is short enough, or is too long itself. */
  telling: string | null;
}

/** What a loop did for its items is shown by the number of those that failed alone. */
export interface StepGlance {
  step: number;
  kind: 'call' | 'webhook' | 'loop';
  status: StepStatus;
  /** Of a loop, that of its item. */
  name: string;
  failedItems: number;
}

/** Bytes of a payload up to which it is read. */
export const longestPayload = 32 * 1024;
/** Longer values are not shown. They are not cut either, because half a secret could not be masked. */
const longestValue = 200;
/** More calls than an integration may have, each with a notice. */
const mostSteps = 128;

/**
 * What there is to tell of some executions of an integration: the first of `paths` that leads to a text, number or
 * boolean, else the payload's first value.
 */
export async function listGlances(
  db: Queries,
  { organizationId, integrationId }: Owner,
  { ids, paths }: { ids: string[]; paths: NamedPath[] },
): Promise<GlanceRow[]> {
  if (ids.length === 0) return [];
  return await db.all(
    db.build
      .selectFrom('executions')
      .innerJoin('payloads', 'seq', 'payload_seq')
      .select(['id', 'integration_version'])
      .select(steps.as('steps'))
      .select(tellingOf(paths).as('telling'))
      .where('organization_id', '=', organizationId)
      .where('integration_id', '=', integrationId)
      .where('id', 'in', ids),
  );
}

/** The columns before those that may weigh much: SQLite reads a row no further than it is asked to. */
const steps = sql<string>`(select json_group_array(json_object('step', step, 'kind', kind, 'status', status, 'name', name,
    'failedItems', failed)) from (
    select step, kind, status, name, iif(kind = 'loop', coalesce(detail ->> '$.end.failed', 0), 0) as failed
    from steps where execution_id = executions.id and kind not in ('condition', 'wait')
    and step < ${sql.lit(firstItemStep)} order by step limit ${sql.lit(mostSteps)}))`;

const isTelling = sql.raw(`in ('text', 'integer', 'real', 'true', 'false')`);

function tellingOf(paths: NamedPath[]) {
  const named = paths.map(({ name, segments }) => {
    const path = toSqlitePath(segments);
    const value = sql`trigger_data -> ${path}`;
    return sql`case when json_type(trigger_data, ${path}) ${isTelling} and ${value} <> '""'
      and length(${value}) <= ${sql.lit(longestValue)} then json_array(${name}, ${value}) end`;
  });
  const first = sql`(select json_array(substr(fullkey, 3), iif(type = 'text', json_quote(atom), trigger_data -> fullkey))
    from json_tree(trigger_data) where type ${isTelling} and length(atom) between 1 and ${sql.lit(longestValue)} limit 1)`;
  // A payload is not looked into before it is known to be short: `octet_length` reads none of it.
  return sql<string | null>`case when octet_length(trigger_data) > ${sql.lit(longestPayload)} then null
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
