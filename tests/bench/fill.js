// Executions by the million, written as SQL: what the product would have logged, and its index.
import Database from '../../app/db/core/sqlite.js';

/** So many executions failed, and as many were started by hand, evenly among the others, however many those are. */
const rare = 25;

/**
 * Writes `count` ended executions, of the integrations in turn, a second apart, the last one at `endedAt`.
 * @param {string} file
 * @param {{ organizationId: string, integrationIds: string[], count: number, endedAt: number }} wanted
 */
export function fillExecutions(file, { organizationId, integrationIds, count, endedAt }) {
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  const beganAt = endedAt - count * 1000;
  const oneIn = Math.floor(count / rare);
  db.transaction(() => {
    db.exec(`create temp table filled
      (n integer primary key, id text, at integer, status text, type text, integration text, key text)`);
    db.prepare(
      `insert into filled
       select filled.*, value, 'i' || replace(value, '-', '') from json_each(:integrationIds) join (
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < :count)
       select n, substr(hex, 1, 8) || '-' || substr(hex, 9) || printf('-7000-8000-%012x', n), at,
         iif(n % :oneIn = 0, 'error', 'completed'), iif(n % :oneIn = 1, 'manual', 'webhook')
       from (select n, :beganAt + n * 1000 as at, printf('%012x', :beganAt + n * 1000) as hex from numbers)
       ) as filled on key = n % json_array_length(:integrationIds)`,
    ).run({ count, beganAt, oneIn, integrationIds: JSON.stringify(integrationIds) });
    db.exec(`insert into payloads (seq, trigger_data)
      select n, '{"order":"ord_' || n || '","customer":"Ada","side":"' || iif(n % 2, 'odd', 'even') || '"}' from filled`);
    db.prepare(
      `insert into executions (id, organization_id, integration_id, integration_version, status, trigger_type,
         started_at, began_at, completed_at, error_message, payload_seq)
       select id, :organizationId, integration, 1, status, type, at, at, at + 40,
         iif(status = 'error', 'The call failed: HTTP 500', null), n from filled`,
    ).run({ organizationId });
    db.exec(`insert into steps (execution_id, step, kind, call_id, name, status)
      select id, 0, 'call', 'read', 'Read', iif(status = 'error', 'error', 'success') from filled`);
    db.exec(`insert into attempts (execution_id, step, attempt, request, response, status_code, started_at, duration_ms)
      select id, 0, 1, '{"method":"GET","url":"https://api.example.com/","headers":[],"body":"","truncated":false}',
        '{"status":200,"statusText":"OK","headers":[],"body":"{}","bodyBytes":2,"binary":false,"truncated":false}',
        200, at, 30 from filled`);
    db.exec(
      `insert into execution_index (rowid, keys, words, execution_id)
       select n, key || 'st ' || key || 's' || status || 't ' || key || 'st' || type || ' ' ||
         key || 's' || status || 't' || type,
         'order ord_' || n || ' customer Ada side ' || iif(n % 2, 'odd', 'even') || ' https api example com accepted '
           || iif(status = 'error', 'The call failed HTTP 500', ''), id from filled`,
    );
    db.prepare(
      `insert into execution_days (organization_id, day, completed, failed, cancelled)
       select :organizationId, (at + 40) / 86400000 as day, sum(status = 'completed'), sum(status = 'error'), 0
       from filled group by day`,
    ).run({ organizationId });
    db.exec(`update integrations set total_executions = counted.n, last_executed_at = counted.at
      from (select integration, count(*) as n, max(at) as at from filled group by 1) as counted
      where id = counted.integration`);
    db.exec(`update execution_index_progress set last_id = (select max(id) from filled)`);
    db.exec('drop table filled');
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}
