// The addresses of public forms. Everybody who knows one may fill in its form, without an account: no cookie is read or set. The
// address is never logged.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { AppContext } from '~/context';
import { describeProblem, type Problem } from '~/problem';
import { newId } from '~/db/core/id';
import { formBounds } from '~/engine/triggers/form-bounds';
import { nameControl } from '~/engine/triggers/form-control';
import type { FormField } from '~/engine/triggers/form';
import { formKeyField } from '~/failures';
import { explainStoringFailure } from '~/services/installation/storing-failures';
import { networkOf } from '~/services/limits/network-address';
import { acceptPublicForm, findOpenForm } from '~/services/public-forms/sent-form';
import { askForFilesAgain, type FormErrors, readSentForm, readTypedForm } from '~/services/runs/typed-form';
import { readFormParts } from '~/services/webhooks/bodies/form-parts';
import { toProblem } from '~/services/webhooks/bodies/payload-outcome';
import { readBytes } from '../http/bodies/buffered-body';
import { createPartCutter } from '../http/bodies/part-cutter';
import { closeWhenDamaged } from '../http/damaged-database';
import { rejectMethod } from '../http/method-not-allowed';
import type { ApiEnv } from '../http/problem-response';
import { createApi } from '../openapi/route';
import { describeClosedPage, describeFormPage, describeRefusalPage, describeThanksPage } from './form-page';

/** The most bytes of texts, beside the files. */
const maxTextBytes = 2 * 1024 * 1024;
/** How much more than is kept may arrive of files that are too large, in bytes. */
const maxCutBytes = 8 * 1024 * 1024;

/**
 * Reads what was typed, by the names of the controls: no more than twice what a field may have, so that what is too long still
 * reads as too long. The page that shows it again would be as long as whatever somebody sends, with six letters for a quote.
 */
function readTexts(fields: readonly FormField[], formData: FormData): Record<string, string> {
  return Object.fromEntries(
    fields.map((field) => {
      const name = nameControl(field);
      const most = field.type === 'long_text' ? formBounds.longText : formBounds.text;
      return [name, readText(formData, name, 2 * most)];
    }),
  );
}

function readText(formData: FormData, name: string, most: number): string {
  return String(formData.get(name) ?? '').slice(0, most);
}

type FormContext = Context<ApiEnv, '/:token'>;

/** `/forms/{token}`, and `/forms/{token}/sent` once it was sent. */
export function createFormEndpoint(context: AppContext, stylesheet: string): OpenAPIHono<ApiEnv> {
  const endpoint = createApi();
  const maxFileBytes = context.config.webhookMaxBytes;

  endpoint.use(async (c, next) => {
    await next();
    c.header('X-Robots-Tag', 'noindex, nofollow');
  });
  endpoint.use(closeWhenDamaged(context, stylesheet));
  endpoint.use(async (c, next) => {
    const wait = context.limits.formsByNetwork.take(networkOf(c.get('address')), context.now());
    return wait > 0 ? refuse(c, { kind: 'too-many-requests', retryAfterSeconds: wait }) : next();
  });

  async function show(c: FormContext) {
    const form = await findOpenForm(context, c.req.param('token'));
    if (form.kind === 'not-found') return refuse(c, form);
    if (form.kind === 'closed') return close(c, form.title);
    const state = { key: newId(), typed: undefined, errors: {}, maxFileBytes };
    return c.html(describeFormPage(stylesheet, form, state));
  }

  async function take(c: FormContext) {
    const token = c.req.param('token');
    const form = await findOpenForm(context, token);
    if (form.kind === 'not-found') return refuse(c, form);
    if (form.kind === 'closed') return close(c, form.title);
    const sent = await readForm(c);
    if ('kind' in sent) return refuse(c, sent);
    const { formData, files } = sent;
    const texts = readTexts(form.fields, formData);
    const key = readText(formData, formKeyField, newId().length) || newId();
    const showAgain = (errors: FormErrors, refused?: Problem) => {
      const { status, headers } = describeProblem(refused ?? { kind: 'invalid' });
      const state = { key, typed: texts, errors: askForFilesAgain(errors, files.keys()), refused };
      return c.html(describeFormPage(stylesheet, form, { ...state, maxFileBytes }), status, headers);
    };
    const read = readTypedForm(form.fields, { texts, files }, maxFileBytes);
    if (read.kind === 'wrong') return showAgain(read.errors);
    const sending = acceptPublicForm(context, form, token, { triggerData: read.triggerData, formData });
    const outcome = await sending.catch((error: unknown): Problem => {
      const problem = explainStoringFailure(context, error);
      if (!problem) throw error;
      return problem;
    });
    // Another page, so that a reload sends nothing again.
    if (outcome.kind === 'queued') return c.redirect(`/forms/${encodeURIComponent(token)}/sent`, 303);
    if (outcome.kind === 'invalid' && outcome.fields) return showAgain(outcome.fields);
    return outcome.kind === 'not-found' ? close(c, form.title) : showAgain({}, outcome);
  }

  async function thank(c: FormContext) {
    const form = await findOpenForm(context, c.req.param('token'));
    if (form.kind === 'not-found') return refuse(c, form);
    const { title } = form;
    return c.html(describeThanksPage(stylesheet, { title, thanks: form.kind === 'open' ? form.thanks : '' }));
  }

  // No part of the JSON API: the OpenAPI document lists only what that mounts.
  endpoint.all('/:token', (c) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return show(c);
    if (c.req.method === 'POST') return take(c);
    return rejectMethod(c, ['GET', 'HEAD', 'POST']);
  });
  endpoint.all('/:token/sent', (c) =>
    c.req.method === 'GET' || c.req.method === 'HEAD' ? thank(c) : rejectMethod(c, ['GET', 'HEAD']),
  );
  endpoint.all('*', (c) => refuse(c, { kind: 'not-found' }));

  // Replaces the error handler of the whole app, which would log the address.
  endpoint.onError((error, c) => {
    const problem = explainStoringFailure(context, error);
    context.log.error({ err: error, path: '/forms', requestId: c.get('requestId') }, 'a public form failed');
    return refuse(c, problem ?? { kind: 'unavailable', retryAfterSeconds: 10 });
  });

  /** Reads a form of at most the bytes that a delivery may have, beside its texts. Cuts files that are too large. */
  async function readForm(c: FormContext): Promise<ReturnType<typeof readSentForm> | Problem> {
    const type = c.req.header('Content-Type') ?? '';
    if (!/^multipart\/form-data\b/i.test(type)) return { kind: 'not-a-form' };
    const room = maxFileBytes + maxTextBytes;
    const body = await readBytes(c.req.raw, {
      maxBytes: room + maxTextBytes,
      maxArriving: room + maxCutBytes,
      held: c.get('bodies'),
      cut: createPartCutter(type, room),
    });
    if ('kind' in body) return body;
    const read = readFormParts(body, type);
    return read.kind === 'fields' ? readSentForm(read.fields) : toProblem(read);
  }

  function close(c: FormContext, title: string) {
    return c.html(describeClosedPage(stylesheet, title), 503);
  }

  function refuse(c: Context<ApiEnv>, problem: Problem): Response | Promise<Response> {
    const { status, headers, body } = describeProblem(problem);
    return c.html(describeRefusalPage(stylesheet, problem.kind, body.message), status, headers);
  }

  return endpoint;
}
