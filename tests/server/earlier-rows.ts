// What an installation had stored that stopped in its work with the first twenty migrations: rows in each of its tables.
import { hashToken } from '~/auth/token';
import { firstIdOf } from '~/db/core/id';

/** The value of a session's cookie, and the API token of the organization's owner. */
export const earlierSession = 'c'.repeat(43);
export const earlierToken = `wk_${'a'.repeat(43)}`;

export const earlierIds = {
  owner: '01900000-0000-7000-8000-000000000001',
  member: '01900000-0000-7000-8000-000000000002',
  organization: '01900000-0000-7000-8000-000000000003',
  orders: '01900000-0000-7000-8000-000000000010',
  follower: '01900000-0000-7000-8000-000000000011',
  nightly: '01900000-0000-7000-8000-000000000012',
  completed: '01900000-0000-7000-8000-000000000020',
  failed: '01900000-0000-7000-8000-000000000021',
  queued: '01900000-0000-7000-8000-000000000022',
  running: '01900000-0000-7000-8000-000000000023',
};

/** SQL that fills the tables; `target` is the URL that calls go to. Nothing in it is as old as what is removed for its age. */
export function fillEarlierTables({ target, now }: { target: string; now: number }): string {
  const { owner, member, organization, orders, follower, nightly, ...executions } = earlierIds;
  const mail = (n: number) => `${firstIdOf(now).slice(0, -1)}${n}`;
  const call = (path: string) => ({
    id: 'c1',
    name: 'First',
    order: 0,
    method: 'GET',
    url: target + path,
    headers: { Authorization: 'Bearer plain' },
    secretHeaders: [],
    body: '',
    authConfig: { type: 'none' },
    responseMapping: { extractFields: [] },
    timeoutMs: 5_000,
    followRedirects: false,
  });
  const define = (triggerConfig: object, path: string) =>
    JSON.stringify({
      triggerConfig,
      apiCalls: [call(path)],
      conditionalExecutionSteps: [],
      responseHandlingSteps: [],
      dataMapping: {},
    });
  const variables = [{ name: 'n', jsonPath: '$.n', description: '', required: false }];
  const byWebhook = define(
    { type: 'webhook', webhook: { secret: '', headers: {}, variables } },
    '/a?n={{n}}',
  );
  const byEvent = define({ type: 'event', event: { integrationId: orders, on: 'completed' } }, '/follow');
  const cron = { cronExpression: '0 3 1 1 *', timezone: 'Europe/Berlin', missedRuns: 'once' };
  const bySchedule = define({ type: 'cron', cron }, '/nightly');
  const [soon, lately, ago] = [now + 86_400_000, now - 60_000, now - 30 * 86_400_000];
  return `
    update installation set backed_up_at = ${now};
    insert into users (id, email, first_name, last_name, password_hash, email_verified_at, created_at, updated_at)
      values ('${owner}', 'ada@example.com', 'Ada', 'Lovelace', 'x', ${ago}, ${ago}, ${ago}),
        ('${member}', 'grace@example.com', 'Grace', 'Hopper', 'x', null, ${ago}, ${ago});
    insert into organizations values ('${organization}', 'Analytical', 'Engines', ${ago}, ${ago});
    insert into memberships values ('${owner}', '${organization}', 'OWNER', ${ago}),
      ('${member}', '${organization}', 'MEMBER', ${ago});
    insert into sessions values ('${hashToken(earlierSession)}', '${owner}', 'UA', '192.0.2.1', ${now}, ${now}, ${soon});
    insert into api_tokens values ('t', '${hashToken(earlierToken)}', '${organization}', '${owner}', 'CI', 'OWNER', 'aaaa', ${ago}, null);
    insert into tokens values
      ('v', 'verify-email', '${member}', null, 'grace@example.com', null, ${now}, ${soon}, null),
      ('i', 'invitation', '${owner}', '${organization}', 'new@example.com', 'MEMBER', ${now}, ${soon}, null),
      ('r', 'reset-password', '${owner}', null, 'ada@example.com', null, ${lately}, ${lately}, ${lately}),
      ('c', 'change-email', '${owner}', null, 'ada2@example.com', null, ${now}, ${soon}, null);
    insert into billing_details values ('${organization}', 'ACME', 'DE1', 'Street', 'Berlin', '10115', 'DE', 'visa', '4242',
      '12/30', 'Ada', ${ago}, ${ago});
    insert into early_access values ('wait@example.com', ${ago});
    insert into audit values ('${mail(3)}', '${organization}', '${owner}', 'login', null, null, '192.0.2.1', ${lately});
    insert into emails (id, recipient, subject, body_text, body_html, status, attempts, created_at, sent_at)
      values ('${mail(1)}', 'ada@example.com', 'Hello', '', '', 'sent', 1, ${now}, ${now}),
        ('${mail(2)}', 'ada@example.com', 'Hello', '', '', 'failed', 9, ${now}, null);
    insert into integrations (id, organization_id, name, is_active, version, created_at, updated_at)
      values ('${orders}', '${organization}', 'Orders', 1, 2, ${ago}, ${ago}),
        ('${follower}', '${organization}', 'Follower', 1, 1, ${ago}, ${ago}),
        ('${nightly}', '${organization}', 'Nightly', 1, 1, ${ago}, ${ago});
    insert into integration_versions values ('${orders}', 1, '${byWebhook}', '${owner}', ${ago}, 0),
      ('${orders}', 2, '${byWebhook}', '${member}', ${ago}, 0), ('${follower}', 1, '${byEvent}', '${owner}', ${ago}, 0),
      ('${nightly}', 1, '${bySchedule}', '${owner}', ${ago}, 0);
    insert into event_triggers values ('${orders}', '${follower}', 'completed');
    insert into schedules values ('${nightly}', '${organization}', ${soon}, ${ago});
    insert into samples values ('${orders}', 's', ${lately}, 7, '{"n":1}');
    insert into payloads values (1, '{"n":1}'), (2, '{"n":2}'), (3, '{"n":3}'), (4, '{"n":4}');
    insert into executions (id, organization_id, integration_id, integration_version, status, trigger_type, started_at,
        began_at, completed_at, error_message, payload_seq)
      values ('${executions.completed}', '${organization}', '${orders}', 2, 'completed', 'webhook', ${lately}, ${lately}, ${lately}, null, 1),
        ('${executions.failed}', '${organization}', '${orders}', 2, 'error', 'webhook', ${lately}, ${lately}, ${lately}, 'It failed.', 2),
        ('${executions.queued}', '${organization}', '${orders}', 2, 'queued', 'webhook', ${lately}, null, null, null, 3),
        ('${executions.running}', '${organization}', '${orders}', 2, 'running', 'webhook', ${lately}, ${lately}, null, null, 4);
    insert into steps (execution_id, step, kind, call_id, name, status, detail)
      values ('${executions.completed}', 0, 'call', 'c1', 'First', 'success', '{}');
    insert into attempts (execution_id, step, attempt, request, response, status_code, started_at, duration_ms)
      values ('${executions.completed}', 0, 1, '{"method":"GET","url":"http://a/","headers":[]}',
        '{"headers":[],"body":"{}"}', 200, ${lately}, 4);
    insert into jobs (kind, subject_id, organization_id, run_at, lease_owner, lease_number, leased_until, created_at)
      values ('execution', '${executions.running}', '${organization}', ${lately}, 'gone', 1, ${lately}, ${lately});
    insert into execution_days values ('${organization}', ${Math.floor(now / 86_400_000) - 1}, 1, 1, 0);
    insert into unindexed_executions values ('${executions.completed}');
    insert into stop_notices values ('n', '${orders}', '${organization}', 'ada@example.com', ${lately}, 1, 2);
    insert into webhook_keys values ('${orders}', 'key-1', '${executions.completed}', ${lately})`;
}
