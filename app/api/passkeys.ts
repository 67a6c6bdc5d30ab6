import { readSessionToken } from '~/auth/session';
import type { AppContext } from '~/context';
import { listPasskeys, type Passkey } from '~/db/accounts/passkeys';
import { PasskeyName } from '~/fields';
import { removePasskey, renamePasskey } from '~/services/accounts/passkeys';
import { guardPerson, personOf } from './http/authorize';
import { proofProblems, proofText, readOwnerProof } from './http/owner-proof';
import { cutPage, pageHeaders, PageQuery } from './http/pagination';
import { problemResponse } from './http/problem-response';
import { createApi, defineRoute, jsonBody, optionalJsonBody, pathOf } from './openapi/route';
import { PasskeyResponse, PasswordProof } from './shapes/account';

/** `/api/users/{userId}/passkeys`: the passkeys of the caller's account. A browser makes and adds them. */
export function createPasskeysApi(context: AppContext) {
  const api = createApi();
  const own = { tag: 'Profile', access: 'person', guard: guardPerson(context) } as const;

  const listRoute = defineRoute({
    ...own,
    method: 'get',
    path: '/{userId}/passkeys',
    id: 'listPasskeys',
    summary: 'List passkeys',
    text: 'Newest first, 20 at most. A browser adds them, under Edit Profile.',
    request: { params: pathOf('userId'), query: PageQuery },
    responses: {
      200: { description: 'The passkeys.', schema: PasskeyResponse.array(), headers: pageHeaders },
    },
  });
  api.openapi(listRoute, async (c) => {
    const passkeys = await listPasskeys(context.db, personOf(c).id);
    return c.json(cutPage(c, c.req.valid('query'), passkeys.map(describePasskey), ({ id }) => id));
  });

  const renameRoute = defineRoute({
    ...own,
    method: 'put',
    path: '/{userId}/passkeys/{passkeyId}',
    id: 'renamePasskey',
    summary: 'Rename a passkey',
    request: { params: pathOf('userId', 'passkeyId'), body: jsonBody(PasskeyName) },
    responses: { 204: { description: 'It has the name.' } },
  });
  api.openapi(renameRoute, async (c) => {
    const passkey = { id: c.req.valid('param').passkeyId, name: c.req.valid('json').name };
    const outcome = await renamePasskey(context, personOf(c), passkey, c.get('address'));
    return outcome.kind === 'renamed' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const removeRoute = defineRoute({
    ...own,
    method: 'delete',
    path: '/{userId}/passkeys/{passkeyId}',
    id: 'removePasskey',
    summary: 'Remove a passkey',
    text: `Every other session ends. The last one stays while it is the second factor. ${proofText}`,
    request: { params: pathOf('userId', 'passkeyId'), body: optionalJsonBody(PasswordProof) },
    responses: { 204: { description: 'It no longer logs in.' } },
    problems: [...proofProblems, 'conflict'],
  });
  api.openapi(removeRoute, async (c) => {
    const outcome = await removePasskey(context, personOf(c), c.req.valid('param').passkeyId, {
      ...(await readOwnerProof(context, c, c.req.valid('json'))),
      sessionToken: await readSessionToken(context.config, c.req.raw),
    });
    return outcome.kind === 'removed' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  return api;
}

function describePasskey({ id, name, isBackedUp, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name,
    isBackedUp,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  };
}
