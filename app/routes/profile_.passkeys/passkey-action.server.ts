import { parseWithZod } from '@conform-to/zod/v4';
import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { refuseForm, type Submission } from '~/auth/login/refused-form';
import {
  clearChallenges,
  readChallenges,
  serializeChallenge,
} from '~/auth/passkeys/passkey-challenge-cookie';
import { CreatedPasskey, readPasskeyJson } from '~/auth/passkeys/passkey-shapes';
import { readSessionToken } from '~/auth/session';
import { redirectWithToast } from '~/auth/toast-cookie';
import type { AppContext } from '~/context';
import { failures } from '~/failures';
import { PasskeyName, PasswordProof } from '~/fields';
import type { Problem } from '~/problem';
import {
  addPasskey,
  type CreationOptions,
  offerPasskey,
  removePasskey,
  renamePasskey,
} from '~/services/accounts/passkeys';
import type { AccountForm } from '../forms/account-form';

/** The fields for a new passkey, with the password, because a passkey opens the account from then on. */
const PasskeyOffer = PasswordProof.extend(PasskeyName.shape);
const FreshPasskeyOffer = PasswordProof.partial().extend(PasskeyName.shape);

const screen = '/profile/passkeys';

/** The response to one of the screen's forms. */
export interface PasskeyResponse {
  intent: 'offer' | 'add' | 'rename' | 'remove';
  result?: SubmissionResult<string[]>;
  failure?: string;
  /** Set when the password was right: the options by which the browser creates a passkey, and its name. */
  offered?: { options: CreationOptions; name: string };
}

export async function submitOffer({ app, address, user, form, isFresh, request }: AccountForm) {
  const intent = 'offer';
  const submission = parseWithZod(form, { schema: isFresh ? FreshPasskeyOffer : PasskeyOffer });
  const result = submission.reply({ hideFields: ['currentPassword'] });
  if (submission.status !== 'success') return refuse({ intent, result });
  const { name, currentPassword } = submission.value;
  const sessionToken = await readSessionToken(app.config, request);
  const outcome = await offerPasskey(app, user, currentPassword, { address, sessionToken, isFresh });
  if (outcome.kind !== 'offered') return explain({ intent }, outcome, submission);
  const { options, challenge } = outcome;
  const cookie = await serializeChallenge(app.config, request, challenge, app.now());
  return data<PasskeyResponse>(
    { intent, offered: { options, name } },
    { headers: { 'Cache-Control': 'no-store', 'Set-Cookie': cookie } },
  );
}

export async function submitAddition({ app, address, user, form, request }: AccountForm) {
  const intent = 'add';
  const named = PasskeyName.safeParse({ name: form.get('name') }).data;
  const response = readPasskeyJson(CreatedPasskey, form.get('response'));
  if (!named || !response) return explain({ intent }, { kind: 'wrong-passkey' });
  const outcome = await addPasskey(
    app,
    user,
    { ...named, response },
    {
      address,
      sessionToken: await readSessionToken(app.config, request),
      challenges: await readChallenges(app.config, request, app.now()),
    },
  );
  if (outcome.kind !== 'added') return explain({ intent }, outcome);
  const toast = { title: 'Passkey added', description: `You can use ${named.name} to log in from now on.` };
  const cookies = new Headers({ 'Set-Cookie': await clearChallenges(app.config) });
  return redirectWithToast(app, screen, { tone: 'success', ...toast }, cookies);
}

export async function submitRename({ app, address, user, form }: AccountForm) {
  const intent = 'rename';
  const submission = parseWithZod(form, { schema: PasskeyName });
  const result = submission.reply();
  if (submission.status !== 'success') return refuse({ intent, result });
  const passkey = { id: String(form.get('id')), name: submission.value.name };
  const outcome = await renamePasskey(app, user, passkey, address);
  if (outcome.kind === 'not-found') return sayGone(app);
  if (outcome.kind !== 'renamed') return explain({ intent }, outcome, submission);
  const toast = { title: 'Passkey renamed', description: `It is called ${passkey.name} now.` };
  return redirectWithToast(app, screen, { tone: 'success', ...toast });
}

export async function submitRemoval({ app, address, user, form, isFresh, request }: AccountForm) {
  const intent = 'remove';
  const submission = parseWithZod(form, { schema: isFresh ? PasswordProof.partial() : PasswordProof });
  const result = submission.reply({ hideFields: ['currentPassword'] });
  if (submission.status !== 'success') return refuse({ intent, result });
  const outcome = await removePasskey(app, user, String(form.get('id')), {
    password: submission.value.currentPassword,
    isFresh,
    address,
    sessionToken: await readSessionToken(app.config, request),
  });
  if (outcome.kind === 'not-found') return sayGone(app);
  if (outcome.kind !== 'removed') return explain({ intent }, outcome, submission);
  const toast = { title: 'Passkey removed', description: 'It no longer logs in to your account.' };
  return redirectWithToast(app, screen, { tone: 'success', ...toast });
}

/** Leads to the list: the page of a passkey that is gone has nothing to show its response on. */
function sayGone(app: AppContext) {
  const toast = { title: failures.passkeys.title, description: 'This passkey was removed meanwhile.' };
  return redirectWithToast(app, screen, { tone: 'destructive', ...toast });
}

function refuse(response: PasskeyResponse) {
  return data(response, { status: 422 });
}

function explain(
  response: PasskeyResponse,
  problem: Problem,
  submission?: Submission<PasskeyResponse['result']>,
) {
  const { refusal, init } = refuseForm(problem, submission);
  const { result, failure } = refusal;
  return data<PasskeyResponse>({ ...response, result, ...(failure !== null && { failure }) }, init);
}
