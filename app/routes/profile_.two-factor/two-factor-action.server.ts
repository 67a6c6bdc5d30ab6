import { parseWithZod } from '@conform-to/zod/v4';
import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { refuseForm, type Submission } from '~/auth/login/refused-form';
import { readSessionToken } from '~/auth/session';
import { redirectWithToast } from '~/auth/toast-cookie';
import { PasswordProof, TwoFactorSetup } from '~/fields';
import type { Problem } from '~/problem';
import {
  disableTwoFactor,
  enableTwoFactor,
  enableTwoFactorByPasskeys,
  type OfferedKey,
  readOfferedKey,
  renewRecoveryCodes,
} from '~/services/accounts/two-factor';
import { tokenOfForm } from '~/services/form-key';
import { removeMember } from '~/services/organizations/members';
import { drawQrCode, type QrCode } from './qr-code.server';
import type { AccountForm } from '../forms/account-form';

/** The response to one of the screen's forms. */
export interface TwoFactorResponse {
  intent: 'setup' | 'renew' | 'disable' | 'passkeys' | 'leave';
  result?: SubmissionResult<string[]>;
  failure?: string;
  /** The key that the form was sent with, which an app has stored. */
  offered?: (OfferedKey & { qrCode: QrCode }) | undefined;
  recoveryCodes?: string[];
}

export async function submitSetup({ app, address, user, form, isFresh, request }: AccountForm) {
  const submission = parseWithZod(form, {
    schema: isFresh ? TwoFactorSetup.partial({ currentPassword: true }) : TwoFactorSetup,
  });
  const key = readOfferedKey(app, user, String(form.get('setup')));
  const response: TwoFactorResponse = {
    intent: 'setup',
    result: submission.reply({ hideFields: ['currentPassword', 'code'] }),
    offered: key && { ...key, qrCode: drawQrCode(key.uri) },
  };
  if (submission.status !== 'success') return refuse(response);
  const sessionToken = await readSessionToken(app.config, request);
  const formToken = tokenOfForm(app, { userId: user.id }, form);
  const caller = { address, sessionToken, isFresh, formToken };
  const outcome = await enableTwoFactor(app, user, submission.value, caller);
  return outcome.kind === 'enabled'
    ? showCodes({ intent: 'setup', recoveryCodes: outcome.recoveryCodes })
    : explain(response, outcome, submission);
}

export async function submitPasswordProof(
  intent: 'renew' | 'disable' | 'passkeys',
  { app, address, user, form, isFresh, request }: AccountForm,
) {
  const submission = parseWithZod(form, { schema: isFresh ? PasswordProof.partial() : PasswordProof });
  const result = submission.reply({ hideFields: ['currentPassword'] });
  if (submission.status !== 'success') return refuse({ intent, result });
  const proof = { password: submission.value.currentPassword, isFresh, address };
  const formToken = tokenOfForm(app, { userId: user.id }, form);
  if (intent === 'passkeys') {
    const sessionToken = await readSessionToken(app.config, request);
    const outcome = await enableTwoFactorByPasskeys(app, user, submission.value, {
      address,
      sessionToken,
      isFresh,
      formToken,
    });
    return outcome.kind === 'enabled'
      ? showCodes({ intent, recoveryCodes: outcome.recoveryCodes })
      : explain({ intent }, outcome, submission);
  }
  if (intent === 'renew') {
    const outcome = await renewRecoveryCodes(app, user, proof, formToken);
    return outcome.kind === 'renewed'
      ? showCodes({ intent, recoveryCodes: outcome.recoveryCodes })
      : explain({ intent }, outcome, submission);
  }
  const outcome = await disableTwoFactor(app, user, proof);
  if (outcome.kind !== 'disabled') return explain({ intent }, outcome, submission);
  const toast = {
    title: 'Two-factor authentication is off',
    description: 'You log in without a second step.',
  };
  return redirectWithToast(app, '/profile/two-factor', { tone: 'success', ...toast });
}

/** Leaves an organization that requires a second factor the user lacks, who sees no other page of it. */
export async function submitLeaving({ app, address, user, form }: AccountForm) {
  const organizationId = String(form.get('organizationId'));
  const actor = { userId: user.id, organizationId, address };
  const outcome = await removeMember(app, actor, user.id);
  if (outcome.kind !== 'removed') return explain({ intent: 'leave' }, outcome);
  const toast = { title: 'Organization left', description: 'You no longer belong to it.' };
  return redirectWithToast(app, '/', { tone: 'success', ...toast });
}

function showCodes(response: TwoFactorResponse) {
  return data(response, { headers: { 'Cache-Control': 'no-store' } });
}

function refuse(response: TwoFactorResponse) {
  return data(response, { status: 422 });
}

function explain(
  response: TwoFactorResponse,
  problem: Problem,
  submission?: Submission<TwoFactorResponse['result']>,
) {
  const { refusal, init } = refuseForm(problem, submission, { hideFields: ['currentPassword', 'code'] });
  const { result, failure } = refusal;
  return data<TwoFactorResponse>({ ...response, result, ...(failure !== null && { failure }) }, init);
}
