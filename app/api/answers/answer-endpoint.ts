// The addresses that runs send out when they wait for an answer. A caller who knows such an address may answer once, without
// a session: no cookie is read. A GET only shows the question, because programs that check mails open every link. The address
// is never logged.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { AppContext } from '~/context';
import { createRepeatedErrors } from '~/repeated-errors';
import { describeProblem, type Problem } from '~/problem';
import { findQuestion, type Question } from '~/services/runs/answer-question';
import { type TakeAnswerOutcome, takeAnswer } from '~/services/runs/take-answer';
import { explainStoringFailure } from '~/services/installation/storing-failures';
import { networkOf } from '~/services/limits/network-address';
import { readPayload } from '~/services/webhooks/bodies/payload';
import { readBytes } from '../http/bodies/buffered-body';
import { closeWhenDamaged } from '../http/damaged-database';
import { rejectMethod } from '../http/method-not-allowed';
import { type ApiEnv, problemResponse } from '../http/problem-response';
import { createApi } from '../openapi/route';
import { describeAnsweredPage, describeProblemPage, describeQuestionPage } from './answer-page';

/** The largest size of an answer, in bytes. */
const maxAnswerBytes = 64 * 1024;

type AnswerContext = Context<ApiEnv, '/:token'>;

/** `/answer/{token}` */
export function createAnswerEndpoint(context: AppContext, stylesheet: string): OpenAPIHono<ApiEnv> {
  const endpoint = createApi();

  endpoint.use(async (c, next) => {
    await next();
    c.header('X-Robots-Tag', 'noindex, nofollow');
  });
  endpoint.use(closeWhenDamaged(context, stylesheet));
  endpoint.use(async (c, next) => {
    const wait = context.limits.answersByNetwork.take(networkOf(c.get('address')), context.now());
    return wait > 0 ? refuse(c, { kind: 'too-many-requests', retryAfterSeconds: wait }) : next();
  });

  async function show(c: AnswerContext) {
    const question = await findQuestion(context, c.req.param('token'));
    if (!question) return refuse(c, { kind: 'not-found' });
    const { state } = question;
    if (state.kind === 'answered') return c.html(describeAnsweredPage(stylesheet, question, state.choice));
    if (state.kind === 'over') return refuse(c, { kind: 'no-longer-asked' }, question);
    const chosen = c.req.query('choice');
    const typed = chosen === undefined ? {} : { chosen };
    return c.html(describeQuestionPage(stylesheet, question, typed, context.now()));
  }

  async function take(c: AnswerContext) {
    const body = await readAnswerBody(c);
    if ('kind' in body) return refuse(c, body);
    const choice = c.req.query('choice');
    const token = c.req.param('token');
    const sent = { choice, body: body.value, from: c.get('address') };
    const outcome = await takeAnswer(context, token, sent).catch((error: unknown): Problem => {
      const problem = explainStoringFailure(context, error);
      if (!problem) throw error;
      return problem;
    });
    context.metrics.countAnswer(outcome.kind === 'answered' ? 'taken' : 'refused');
    return wantsPage(c) ? answerPerson(c, token, outcome, body.value) : answerProgram(c, outcome);
  }

  // The endpoint is no part of the JSON API, because a person gets a page here; the OpenAPI document lists only what the JSON
  // API mounts.
  endpoint.all('/:token', (c) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return show(c);
    if (c.req.method === 'POST') return take(c);
    return rejectMethod(c, ['GET', 'HEAD', 'POST']);
  });

  endpoint.all('*', (c) => refuse(c, { kind: 'not-found' }));

  const errors = createRepeatedErrors(context.log);
  // Replaces the error handler of the whole app, which would log the address.
  endpoint.onError((error, c) => {
    const problem = explainStoringFailure(context, error);
    errors.error({ err: error, path: '/answer', requestId: c.get('requestId') }, 'an answer failed');
    return refuse(c, problem ?? { kind: 'unavailable', retryAfterSeconds: 10 });
  });

  /** Shows the question again, with the comment that the person typed, when the answer is invalid or cannot be stored. */
  async function answerPerson(
    c: AnswerContext,
    token: string,
    outcome: TakeAnswerOutcome | Problem,
    body: unknown,
  ) {
    if (outcome.kind === 'answered') {
      return c.html(describeAnsweredPage(stylesheet, outcome.question, outcome.choice));
    }
    const question = await findQuestion(context, token);
    if (outcome.kind === 'answered-already' && question?.state.kind === 'answered' && question.state.choice) {
      const message = `The answer is ${question.state.choice}. Only the first one counts, so nothing was changed.`;
      return refuse(c, { ...outcome, message }, question);
    }
    const isForAgain = outcome.kind === 'invalid' || outcome.kind === 'unavailable';
    if (!question || !isForAgain) return refuse(c, outcome, question);
    const { comment } = (body ?? {}) as { comment?: unknown };
    const { status, headers, body: described } = describeProblem(outcome);
    const typed = { problem: described.message, comment: typeof comment === 'string' ? comment : '' };
    return c.html(describeQuestionPage(stylesheet, question, typed, context.now()), status, headers);
  }

  function refuse(c: Context<ApiEnv>, problem: Problem, question?: Question): Response | Promise<Response> {
    if (!wantsPage(c)) return problemResponse(c, problem);
    const { status, headers, body } = describeProblem(problem);
    return c.html(describeProblemPage(stylesheet, problem.kind, body.message, question), status, headers);
  }

  return endpoint;
}

function answerProgram(c: AnswerContext, outcome: TakeAnswerOutcome | Problem): Response {
  if (outcome.kind !== 'answered') return problemResponse(c, outcome);
  return c.json({ status: 'answered', choice: outcome.choice });
}

/** Checks whether the caller wants a page. A browser says so; a program that accepts anything gets JSON. */
function wantsPage(c: Context<ApiEnv>): boolean {
  return c.req.header('Accept')?.includes('text/html') ?? false;
}

/** Reads JSON, a form or text, as the body of a delivery is read. */
async function readAnswerBody(c: Context<ApiEnv>): Promise<{ value: unknown } | Problem> {
  const bytes = await readBytes(c.req.raw, { maxBytes: maxAnswerBytes, held: c.get('bodies') });
  if ('kind' in bytes) return bytes;
  if (bytes.length === 0) return { value: null };
  const payload = readPayload(bytes, c.req.header('Content-Type'));
  switch (payload.kind) {
    case 'payload':
      return { value: payload.value };
    case 'too-deep':
      return { kind: 'invalid', message: 'The body is nested too deeply.' };
    case 'too-large':
      return { kind: 'too-large', message: payload.message };
    case 'unsupported':
      return { kind: 'not-json', message: 'Send the answer as JSON, a form or text.' };
    default:
      return { kind: 'unparsable' };
  }
}
