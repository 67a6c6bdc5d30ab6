import { Hono } from 'hono';
import { giveSessionCookie } from '~/auth/session';
import type { AppContext } from '~/context';
import { PasswordChange, Profile } from '~/fields';
import { changePassword, passwordUpdatedMessage, updateProfile } from '~/services/profile';
import { answerProblem, type ApiEnv, readJson } from './answer';
import { authorizePerson } from './authorize';

/** `/api/users`. Only oneself can be changed: another id answers like one that does not exist. */
export function createUsersApi(context: AppContext) {
  const api = new Hono<ApiEnv>();

  api.get('/me', async (c) => {
    const caller = await authorizePerson(context, c);
    return caller.kind === 'person' ? c.json(caller.user) : answerProblem(c, caller);
  });

  api.put('/:userId/current-user', async (c) => {
    const caller = await authorizePerson(context, c);
    if (caller.kind !== 'person') return answerProblem(c, caller);
    if (c.req.param('userId') !== caller.user.id) return answerProblem(c, { kind: 'not-found' });
    const body = await readJson(c, Profile);
    if (body.kind !== 'value') return answerProblem(c, body, 'profile');
    const outcome = updateProfile(context, caller.user, body.value, c.get('address'));
    return outcome.kind === 'updated' ? c.json(outcome.user) : answerProblem(c, outcome, 'profile');
  });

  api.put('/:userId/password', async (c) => {
    const caller = await authorizePerson(context, c);
    if (caller.kind !== 'person') return answerProblem(c, caller);
    if (c.req.param('userId') !== caller.user.id) return answerProblem(c, { kind: 'not-found' });
    const body = await readJson(c, PasswordChange);
    if (body.kind !== 'value') return answerProblem(c, body, 'password');
    const userAgent = c.req.header('User-Agent') ?? null;
    const about = { address: c.get('address'), userAgent };
    const outcome = await changePassword(context, caller.user, body.value, about);
    if (outcome.kind !== 'changed') return answerProblem(c, outcome, 'password');
    c.header('Set-Cookie', await giveSessionCookie(context.config, outcome.sessionToken));
    return c.json({ status: 'PASSWORD_UPDATED_SUCCESS', message: passwordUpdatedMessage });
  });

  return api;
}
