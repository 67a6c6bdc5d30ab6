// An organization whose alerts are evaluated and sent as the alert loop does, with executions that end as runs end them.
import { queueStopMail } from '~/db/ledger/stop-mails';
import { finishExecution } from '~/db/executions/ended-executions';
import { insertStep } from '~/db/executions/steps';
import type { RunFailure } from '~/engine/events/failure-kind';
import { newId } from '~/db/core/id';
import type { AlertActor } from '~/services/alerts/alert-actor';
import { createChannel } from '~/services/alerts/channels';
import { beginQueuedAlerts } from '~/services/alerts/send-alerts';
import { evaluateAlerts } from '~/services/alerts/evaluate';
import { sealEmail } from '~/services/mail';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createTestExecution, createTestIntegration } from '../../support/executions';
import { makeOutbound } from '../../outbound/loopback';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** The failure of a call, as most of these tests have it. */
export const first: RunFailure = { callId: 'first', callName: 'First', kind: '5xx' };

/** The mail of a rule, in words of the test. */
export const message = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

interface Ending {
  failure?: RunFailure;
  /** The calls that the execution gets past: `first`, when it completes, unless given. */
  passed?: string[];
  /** The addresses that a rule mails. */
  mailed?: string[];
}

export interface AlertSetup {
  context: TestContext;
  /** Who acts, and for which organization; a test may set another. */
  actor: AlertActor;
  email: string;
  /** Whether the mail server refuses every connection. */
  isMailDown: boolean;
  /** Makes a channel, which mails the owners about every failure unless `input` says otherwise. */
  watch(input?: object): Promise<void>;
  /** Makes an integration that is deployed. Returns its id. */
  deploy(): Promise<string>;
  /** Ends so many executions. */
  end(integrationId: string, status: 'completed' | 'error', times?: number, ending?: Ending): Promise<void>;
  /** Does what the loop does every few seconds, over so much time. */
  pass(ms?: number, stepMs?: number): Promise<void>;
  /** The mails of alerts: their recipients and subjects. */
  sentTo(): (readonly [to: string, subject: string])[];
  subjects(): string[];
}

/** Sends due messages as many at a time as the loop does, and waits for all of them. Returns whether there may be more. */
export async function sendQueuedAlerts(context: TestContext): Promise<boolean> {
  return (await Promise.all(await beginQueuedAlerts(context, 20))).length > 0;
}

export async function createAlertSetup(): Promise<AlertSetup> {
  const context = await createTestContext({ outbound: makeOutbound() });
  const { send } = context.mailer;
  context.mailer = {
    send: async (mail) => {
      if (setup.isMailDown) throw new Error('connect ECONNREFUSED grace@127.0.0.1');
      await send(mail);
    },
  };
  const { user, organizationId } = await createTestUser(context);

  async function end(
    integrationId: string,
    status: 'completed' | 'error',
    times = 1,
    { failure = first, passed = status === 'completed' ? ['first'] : [], mailed = [] }: Ending = {},
  ): Promise<void> {
    const owner = setup.actor.organizationId ?? '';
    await context.db.groupCommit(async (tx) => {
      for (let each = 0; each < times; each += 1) {
        const at = context.now();
        const inTransaction = { ...context, db: { ...context.db, ...tx } };
        const id = await createTestExecution(inTransaction, { organizationId: owner, integrationId });
        for (const [step, callId] of passed.entries()) {
          const nothing = { error_message: null, extractions: null, saved: null };
          const place = { execution_id: id, step, kind: 'call' as const, call_id: callId, name: callId };
          await insertStep(tx, { ...place, ...nothing, status: 'success' });
        }
        // Targets name the request or the order: such failures are the same one.
        const errorMessage = status === 'error' ? `HTTP 503 of api.example.com: Order ${id}` : null;
        const ending = { id, integrationId, status, errorMessage, completedAt: at };
        await finishExecution(tx, status === 'error' ? { ...ending, failure } : ending);
        const about = {
          integrationId,
          organizationId: owner,
          executionId: id,
          isTest: false,
          errorMessage,
          now: at,
        };
        for (const recipient of mailed) {
          const mail = sealEmail(context, { recipient, message, organizationId: owner, now: at });
          await queueStopMail(tx, { recipient, mail }, about);
        }
      }
    });
  }

  const setup: AlertSetup = {
    context,
    actor: { userId: user.id, organizationId },
    email: user.email,
    isMailDown: false,
    async watch(input = {}) {
      const outcome = await createChannel(context, setup.actor, {
        name: `Channel ${newId()}`,
        kind: 'email',
        recipients: 'owners',
        events: { failing: 1 },
        ...input,
      });
      if (outcome.kind !== 'channel') throw new Error(JSON.stringify(outcome));
    },
    async deploy() {
      const { integrationId } = await createTestIntegration(context, setup.actor.organizationId ?? '');
      await context.db.run(context.db.build.updateTable('integrations').set({ is_active: 1 }));
      return integrationId;
    },
    end,
    async pass(ms = 0, stepMs = Math.min(ms, 150_000)) {
      for (let left = ms; ; left -= stepMs) {
        await evaluateAlerts(context);
        while (await sendQueuedAlerts(context)) {
          // Until nothing is due.
        }
        if (left <= 0) return;
        context.clock.advance(Math.min(left, stepMs));
      }
    },
    sentTo: () => context.sentMail.map(({ to, subject }) => [to, subject] as const),
    subjects: () => context.sentMail.map(({ subject }) => subject),
  };
  return setup;
}
