import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { claimJobs } from '~/db/executions/queue/claim';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { makeDelivery } from '../../support/delivery';
import { createTestContext } from '../../support/context';
import { seedIntegration, type SeededDefinition, webhookTrigger } from '../../support/seed';
import { answerJson, startTarget } from '../../support/target';

/** Never aborts: nobody stops the server. */
export const never = new AbortController().signal;

/** A context that may call a target on loopback, and what it takes to run an integration's executions by hand. */
export async function createRunSetup() {
  const context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId };
  const answers = { handler: answerJson({ token: 'abc' }) };
  const targetEvents = new EventEmitter();
  const target = await startTarget(async (request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) targetEvents.emit('aborted');
    });
    await answers.handler(request, response);
  });
  onTestFinished(() => target.close());
  const { db } = context;

  const firstCall = {
    id: 'first',
    name: 'First',
    method: 'POST',
    url: `${target.url}/first`,
    body: '{"n": {{n}}}',
    responseMapping: { saveAs: 'whole', extractFields: [{ jsonPath: '.token', saveAs: 'token' }] },
  };
  const secondCall = { id: 'second', name: 'Second', method: 'GET', url: `${target.url}/second/{{token}}` };

  return {
    context,
    actor,
    /** Of the organization's owner. */
    email: user.email,
    target,
    /** Emits `aborted` when a request was given up before its answer. */
    targetEvents,
    /** What the target does; tests replace it. */
    answers,
    /** POSTs `n` and keeps `token` of the answer. */
    firstCall,
    /** GETs by the `token`. */
    secondCall,

    /** A deployed, open webhook with the variable `n` and both calls, unless told otherwise. */
    seed(definition: SeededDefinition = {}): Promise<string> {
      const triggerConfig = webhookTrigger({ variables: [{ name: 'n', jsonPath: '.n' }] });
      return seedIntegration(
        { context, ...actor },
        { triggerConfig, apiCalls: [firstCall, secondCall], ...definition },
      );
    },

    /** Takes in a JSON delivery and answers its execution. */
    async accept(integrationId: string, payload = '{"n":1.10}', secret?: string): Promise<string> {
      const headers = {
        'content-type': 'application/json',
        ...(secret && { 'x-webhook-signature': secret }),
      };
      const outcome = await createAcceptDelivery(context)(
        makeDelivery(integrationId, { headers, body: payload }),
      );
      if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
      return outcome.executionId;
    },

    async claim(owner = 'runner'): Promise<ClaimedJob> {
      const [job] = (await claimJobs(db, { owner, limit: 1, now: context.now(), leaseMs: 30_000 })).jobs;
      if (!job) throw new Error('There was nothing to claim');
      return job;
    },

    /** Of executions; mails have jobs of their own. */
    countJobs: async () =>
      (await db.all(db.build.selectFrom('jobs').select('id').where('kind', '=', 'execution'))).length,

    findExecution(id: string) {
      return db.first(
        db.build.selectFrom('executions').select(['status', 'error_message']).where('id', '=', id),
      );
    },

    /** Leaves requests to a path without an answer until `release`. */
    holdAnswers(path: string) {
      const held: ServerResponse[] = [];
      const { handler } = answers;
      answers.handler = async (request, response) => {
        if (request.url.startsWith(path)) held.push(response);
        else await handler(request, response);
      };
      return {
        release() {
          answers.handler = handler;
          for (const response of held.splice(0)) response.end('{"token":"late"}');
        },
      };
    },
  };
}

export type RunSetup = Awaited<ReturnType<typeof createRunSetup>>;
