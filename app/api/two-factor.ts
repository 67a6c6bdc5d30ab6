import { readSessionToken } from '~/auth/session';
import type { AppContext } from '~/context';
import {
  describeTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  enableTwoFactorByPasskeys,
  offerAppKey,
  renewRecoveryCodes,
} from '~/services/accounts/two-factor';
import { guardPerson, personOf } from './http/authorize';
import { proofProblems, proofText, readOwnerProof } from './http/owner-proof';
import { problemResponse } from './http/problem-response';
import { createApi, defineRoute, jsonBody, optionalJsonBody, pathOf } from './openapi/route';
import {
  OfferedKeyResponse,
  PasswordProof,
  RecoveryCodes,
  TwoFactorResponse,
  TwoFactorSetup,
} from './shapes/account';

/** `/api/users/{userId}/two-factor`: the second factor of the caller's account. */
export function createTwoFactorApi(context: AppContext) {
  const api = createApi();
  const own = { tag: 'Profile', access: 'person', guard: guardPerson(context) } as const;
  const params = pathOf('userId');

  const readRoute = defineRoute({
    ...own,
    method: 'get',
    path: '/{userId}/two-factor',
    id: 'readTwoFactor',
    summary: 'Read the state of two-factor authentication',
    request: { params },
    responses: { 200: { description: 'Whether it is on.', schema: TwoFactorResponse } },
  });
  api.openapi(readRoute, async (c) => {
    const { since, ...state } = await describeTwoFactor(context, personOf(c).id);
    return c.json({ since: since === null ? null : new Date(since).toISOString(), ...state });
  });

  const offerRoute = defineRoute({
    ...own,
    method: 'post',
    path: '/{userId}/two-factor/key',
    id: 'offerTwoFactorKey',
    summary: 'Get a key for an authenticator app',
    text: 'Nothing is stored until the first code of the app is sent.',
    request: { params },
    responses: { 200: { description: 'A new key.', schema: OfferedKeyResponse } },
  });
  api.openapi(offerRoute, (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(offerAppKey(context, personOf(c)));
  });

  const enableRoute = defineRoute({
    ...own,
    method: 'put',
    path: '/{userId}/two-factor',
    id: 'enableTwoFactor',
    summary: 'Turn two-factor authentication on',
    text: `With a key from \`/two-factor/key\`. Every other session ends. ${proofText}`,
    request: { params, body: jsonBody(TwoFactorSetup) },
    responses: { 200: { description: 'It is on.', schema: RecoveryCodes } },
    problems: [...proofProblems, 'wrong-code', 'invalid', 'conflict'],
  });
  api.openapi(enableRoute, async (c) => {
    const input = c.req.valid('json');
    const caller = {
      ...(await readOwnerProof(context, c, input)),
      sessionToken: await readSessionToken(context.config, c.req.raw),
    };
    const outcome = await enableTwoFactor(context, personOf(c), input, caller);
    if (outcome.kind !== 'enabled') return problemResponse(c, outcome);
    c.header('Cache-Control', 'no-store');
    return c.json({ recoveryCodes: outcome.recoveryCodes });
  });

  const passkeysRoute = defineRoute({
    ...own,
    method: 'put',
    path: '/{userId}/two-factor/passkeys',
    id: 'enableTwoFactorByPasskeys',
    summary: 'Turn two-factor authentication on with passkeys',
    text: `A passkey of the account takes the place of an authenticator app. Every other session ends. ${proofText}`,
    request: { params, body: optionalJsonBody(PasswordProof) },
    responses: { 200: { description: 'It is on.', schema: RecoveryCodes } },
    problems: [...proofProblems, 'conflict'],
  });
  api.openapi(passkeysRoute, async (c) => {
    const input = c.req.valid('json');
    const caller = {
      ...(await readOwnerProof(context, c, input)),
      sessionToken: await readSessionToken(context.config, c.req.raw),
    };
    const outcome = await enableTwoFactorByPasskeys(context, personOf(c), input, caller);
    if (outcome.kind !== 'enabled') return problemResponse(c, outcome);
    c.header('Cache-Control', 'no-store');
    return c.json({ recoveryCodes: outcome.recoveryCodes });
  });

  const disableRoute = defineRoute({
    ...own,
    method: 'delete',
    path: '/{userId}/two-factor',
    id: 'disableTwoFactor',
    summary: 'Turn two-factor authentication off',
    text: proofText,
    request: { params, body: optionalJsonBody(PasswordProof) },
    responses: { 204: { description: 'It is off.' } },
    problems: [...proofProblems, 'conflict'],
  });
  api.openapi(disableRoute, async (c) => {
    const proof = await readOwnerProof(context, c, c.req.valid('json'));
    const outcome = await disableTwoFactor(context, personOf(c), proof);
    return outcome.kind === 'disabled' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const renewRoute = defineRoute({
    ...own,
    method: 'post',
    path: '/{userId}/two-factor/recovery-codes',
    id: 'renewRecoveryCodes',
    summary: 'Get new recovery codes',
    text: `The former ones no longer work. ${proofText}`,
    request: { params, body: optionalJsonBody(PasswordProof) },
    responses: { 200: { description: 'The new ones.', schema: RecoveryCodes } },
    problems: [...proofProblems, 'conflict'],
  });
  api.openapi(renewRoute, async (c) => {
    const proof = await readOwnerProof(context, c, c.req.valid('json'));
    const outcome = await renewRecoveryCodes(context, personOf(c), proof);
    if (outcome.kind !== 'renewed') return problemResponse(c, outcome);
    c.header('Cache-Control', 'no-store');
    return c.json({ recoveryCodes: outcome.recoveryCodes });
  });

  return api;
}
