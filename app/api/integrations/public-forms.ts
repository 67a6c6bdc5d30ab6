import type { Context } from 'hono';
import type { AppContext } from '~/context';
import {
  closePublicForm,
  movePublicForm,
  openPublicForm,
  readPublicForm,
} from '~/services/public-forms/settings';
import { actorOf, guardIntegration } from '../http/authorize';
import { type ApiEnv, problemResponse } from '../http/problem-response';
import { createApi, defineRoute, jsonBody, pathOf } from '../openapi/route';
import { PublicFormInput, PublicFormResponse } from '../shapes/trigger';

type Outcome = Awaited<ReturnType<typeof readPublicForm>>;

/** `/api/integrations/{id}/public-form`: the form that people without an account fill in. */
export function createPublicFormsApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Integrations', ...guardIntegration(context, 'member') } as const;
  const editing = { ...ours, ...guardIntegration(context, 'editor') } as const;
  const params = pathOf('id');
  const responses = { 200: { description: 'The form.', schema: PublicFormResponse } };

  const readRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/public-form',
    id: 'getPublicForm',
    summary: 'Read the public form of an integration',
    isFresh: true,
    request: { params },
    responses,
  });
  api.openapi(readRoute, async (c) =>
    answer(c, await readPublicForm(context, actorOf(c), c.req.valid('param').id)),
  );

  const openRoute = defineRoute({
    ...editing,
    method: 'put',
    path: '/{id}/public-form',
    id: 'openPublicForm',
    summary: 'Turn the public form of an integration on, or change its texts',
    text: 'Everybody who has its address can start the deployed version with it, without an account.',
    request: { params, body: jsonBody(PublicFormInput, { title: 'Apply for a job' }) },
    responses,
    problems: ['invalid'],
  });
  api.openapi(openRoute, async (c) =>
    answer(c, await openPublicForm(context, actorOf(c), c.req.valid('param').id, c.req.valid('json'))),
  );

  const closeRoute = defineRoute({
    ...editing,
    method: 'delete',
    path: '/{id}/public-form',
    id: 'closePublicForm',
    summary: 'Turn the public form of an integration off',
    text: 'Its address and its texts are kept.',
    request: { params },
    responses: { 204: { description: 'It is off.' } },
  });
  api.openapi(closeRoute, async (c) => {
    const outcome = await closePublicForm(context, actorOf(c), c.req.valid('param').id);
    return outcome.kind === 'form' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const moveRoute = defineRoute({
    ...editing,
    method: 'post',
    path: '/{id}/public-form/new-address',
    id: 'movePublicForm',
    summary: 'Give the public form of an integration a new address',
    text: 'The present address ends at once. 409 while the form is off.',
    request: { params },
    responses,
    problems: ['conflict'],
  });
  api.openapi(moveRoute, async (c) =>
    answer(c, await movePublicForm(context, actorOf(c), c.req.valid('param').id)),
  );

  return api;
}

function answer(c: Context<ApiEnv>, outcome: Outcome) {
  return outcome.kind === 'form' ? c.json(outcome.form, 200) : problemResponse(c, outcome);
}
