// The addresses of public forms. Everybody who knows one may fill in its form, without an account: no cookie is read or set. The
// address is never logged.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { AppContext } from '~/context';
import { createRepeatedErrors } from '~/repeated-errors';
import { describeProblem, type Problem } from '~/problem';
import { newId } from '~/db/core/id';
import { explainStoringFailure } from '~/services/installation/storing-failures';
import { networkOf } from '~/services/limits/network-address';
import { formChanged, isOfFields, isOfOtherFields } from '~/services/public-forms/form-digest';
import { acceptPublicForm, findForm, isStoredForm, type PublicForm } from '~/services/public-forms/sent-form';
import { askForFilesAgain, type FormErrors, readTypedForm, type SentForm } from '~/services/runs/typed-form';
import { closeWhenDamaged } from '../http/damaged-database';
import { rejectMethod } from '../http/method-not-allowed';
import type { ApiEnv } from '../http/problem-response';
import { createApi } from '../openapi/route';
import {
  closed,
  describeClosedPage,
  describeFormPage,
  describeRefusalPage,
  describeThanksPage,
} from './form-page';
import { readSentKey, readPublicForm, readTexts } from './read-form';

type FormContext = Context<ApiEnv, '/:token'>;

/** Checks whether a person may see the fields: those of a closed form only people who opened it before. */
function mayBeShown(form: PublicForm, { formData }: SentForm): boolean {
  return form.kind === 'open' || isOfFields(formData, form.fields);
}

/** `/forms/{token}`, and `/forms/{token}/sent` once it was sent. */
export function createFormEndpoint(context: AppContext, stylesheet: string): OpenAPIHono<ApiEnv> {
  const endpoint = createApi();
  const maxFileBytes = context.config.webhookMaxBytes;

  endpoint.use(async (c, next) => {
    await next();
    c.header('X-Robots-Tag', 'noindex, nofollow');
  });
  endpoint.use(closeWhenDamaged(context, stylesheet));

  /** Counts a request of a network, and says why it is refused. */
  function findRefusal(c: Context<ApiEnv>): Problem | undefined {
    const wait = context.limits.formsByNetwork.take(networkOf(c.get('address')), context.now());
    return wait > 0 ? { kind: 'too-many-requests', retryAfterSeconds: wait } : undefined;
  }

  async function show(c: FormContext) {
    const form = await findForm(context, c.req.param('token'));
    if (form.kind === 'not-found') return refuse(c, form);
    if (form.kind === 'closed') return close(c, form.title);
    const state = { key: newId(), typed: undefined, errors: {}, maxFileBytes };
    return c.html(describeFormPage(stylesheet, form, state));
  }

  async function take(c: FormContext) {
    const token = c.req.param('token');
    const form = await findForm(context, token);
    if (form.kind === 'not-found') return refuse(c, form);
    const sent = await readPublicForm(c, maxFileBytes);
    if ('kind' in sent) return refuse(c, sent);
    const { formData, files } = sent;
    if (await isStoredForm(context, form, token, formData)) return leadToThanks(c, token);
    if (form.kind === 'closed')
      return mayBeShown(form, sent) ? showAgain(c, form, sent, { refused: closed }) : close(c, form.title);
    if (isOfOtherFields(formData, form.fields)) return showAgain(c, form, sent, { refused: formChanged });
    const read = readTypedForm(form.fields, { texts: readTexts(form.fields, formData), files }, maxFileBytes);
    if (read.kind === 'wrong') return showAgain(c, form, sent, { errors: read.errors });
    const network = networkOf(c.get('address'));
    const { triggerData } = read;
    const sending = acceptPublicForm(context, form, token, { triggerData, formData, network });
    const outcome = await sending.catch((error: unknown): Problem => {
      const problem = explainStoringFailure(context, error);
      if (!problem) throw error;
      return problem;
    });
    if (outcome.kind === 'queued') return leadToThanks(c, token);
    if (outcome.kind === 'invalid' && outcome.fields)
      return showAgain(c, form, sent, { errors: outcome.fields });
    if (outcome.kind !== 'not-found') return showAgain(c, form, sent, { refused: outcome });
    // It changed while it was sent.
    const present = await findForm(context, token);
    if (present.kind === 'not-found') return showAgain(c, form, sent, { refused: present });
    if (present.kind === 'closed') return showAgain(c, form, sent, { refused: closed });
    return showAgain(c, present, sent, { refused: formChanged });
  }

  /** Shows a form that is refused unread again, with what was typed. Its files are not read. */
  async function giveBack(c: FormContext, refused: Problem) {
    const wait = context.limits.formsReturned.take(networkOf(c.get('address')), context.now());
    const form = wait > 0 ? undefined : await findForm(context, c.req.param('token'));
    if (!form || form.kind === 'not-found') return refuse(c, refused);
    const sent = await readPublicForm(c, 0);
    return 'kind' in sent || !mayBeShown(form, sent)
      ? refuse(c, refused)
      : showAgain(c, form, sent, { refused });
  }

  function showAgain(
    c: FormContext,
    form: PublicForm,
    sent: SentForm,
    { errors = {}, refused }: { errors?: FormErrors; refused?: Problem },
  ) {
    const { status, headers } = describeProblem(refused ?? { kind: 'invalid' });
    const page = describeFormPage(stylesheet, form, {
      key: readSentKey(sent.formData) || newId(),
      typed: readTexts(form.fields, sent.formData),
      errors: askForFilesAgain(errors, sent.files.keys()),
      refused,
      maxFileBytes,
    });
    return c.html(page, status, headers);
  }

  async function thank(c: FormContext) {
    const form = await findForm(context, c.req.param('token'));
    if (form.kind === 'not-found') return refuse(c, form);
    const { title } = form;
    return c.html(describeThanksPage(stylesheet, { title, thanks: form.kind === 'open' ? form.thanks : '' }));
  }

  // No part of the JSON API: the OpenAPI document lists only what that mounts.
  endpoint.all('/:token', (c) => {
    const refused = findRefusal(c);
    if (c.req.method === 'POST') return refused ? giveBack(c, refused) : take(c);
    if (refused) return refuse(c, refused);
    return c.req.method === 'GET' || c.req.method === 'HEAD'
      ? show(c)
      : rejectMethod(c, ['GET', 'HEAD', 'POST']);
  });
  endpoint.all('*', (c, next) => {
    const refused = findRefusal(c);
    return refused ? refuse(c, refused) : next();
  });
  endpoint.all('/:token/sent', (c) =>
    c.req.method === 'GET' || c.req.method === 'HEAD' ? thank(c) : rejectMethod(c, ['GET', 'HEAD']),
  );
  endpoint.all('*', (c) => refuse(c, { kind: 'not-found' }));

  const errors = createRepeatedErrors(context.log);
  // Replaces the error handler of the whole app, which would log the address.
  endpoint.onError((error, c) => {
    const problem = explainStoringFailure(context, error);
    errors.error({ err: error, path: '/forms', requestId: c.get('requestId') }, 'a public form failed');
    return refuse(c, problem ?? { kind: 'unavailable', retryAfterSeconds: 10 });
  });

  function close(c: FormContext, title: string) {
    return c.html(describeClosedPage(stylesheet, title), 503);
  }

  function refuse(c: Context<ApiEnv>, problem: Problem): Response | Promise<Response> {
    const { status, headers } = describeProblem(problem);
    return c.html(describeRefusalPage(stylesheet, problem), status, headers);
  }

  return endpoint;
}

/** Leads to another page, so that a reload sends nothing again. */
function leadToThanks(c: FormContext, token: string) {
  return c.redirect(`/forms/${encodeURIComponent(token)}/sent`, 303);
}
