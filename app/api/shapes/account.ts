import { z } from 'zod';
import { Id, Time } from '~/engine/schema/response-fields';
import type { Membership } from '~/db/organizations/memberships';
import type { User } from '~/db/accounts/users';
import * as fields from '~/fields';
import { OfferedKey } from '~/services/accounts/two-factor';
import { mayConfirm } from './confirmed-password';
import { registerResponse, registerRequest } from './registry';

registerRequest('Login', fields.LoginWithCode);
export const SignUp = registerRequest('SignUp', mayConfirm(fields.SignUp, 'password'));
registerRequest('VerifyEmail', fields.VerifyEmail);
registerRequest('ResendVerification', fields.ResendVerification);
registerRequest('ForgotPassword', fields.ForgotPassword);
registerRequest('ResetPassword', fields.ResetPassword);
registerRequest('EarlyAccess', fields.EarlyAccess);
registerRequest('PasskeyName', fields.PasskeyName);

/** Without a password or another proof, services return proof-needed. */
export const PasswordProof = registerRequest('PasswordProof', fields.PasswordProof.partial());

const withoutPassword = { currentPassword: true } as const;
export const PasswordChange = registerRequest(
  'PasswordChange',
  mayConfirm(fields.PasswordChange.partial(withoutPassword), 'newPassword'),
);
export const TwoFactorSetup = registerRequest(
  'TwoFactorSetup',
  fields.TwoFactorSetup.partial(withoutPassword),
);
export const Profile = registerRequest('Profile', fields.Profile.extend(PasswordProof.shape));

export const RoleName = fields.RoleChange.shape.role;
export const AccessName = fields.Access;

export const InvitationToken = registerRequest(
  'InvitationToken',
  z.object({ token: z.string({ error: 'An invitation link is required.' }).min(1).max(200) }),
);

export const InvitedSignUp = registerRequest(
  'InvitedSignUp',
  mayConfirm(fields.InvitedSignUp.extend(InvitationToken.shape), 'password'),
);

export const UserResponse = registerResponse(
  'User',
  z.object({
    id: Id,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.string().nullable(),
    emailVerified: z.boolean(),
  }) satisfies z.ZodType<User>,
);

export const EmailChangeResponse = registerResponse(
  'EmailChange',
  z.object({
    email: z.string().describe('The new address, which the mailed link confirms.'),
    until: Time.describe('When that link ends.'),
  }),
);

export const TwoFactorResponse = registerResponse(
  'TwoFactor',
  z.object({
    since: Time.nullable().describe('Since when it is on; null when it is off.'),
    recoveryCodesLeft: z.number().int(),
    hasApp: z
      .boolean()
      .describe('Whether an authenticator app is set up. Without one, passkeys are the second factor.'),
  }),
);

export const PasskeyResponse = registerResponse(
  'Passkey',
  z.object({
    id: Id,
    name: z.string(),
    isBackedUp: z.boolean().describe('It is copied to other devices of its owner.'),
    createdAt: Time,
    lastUsedAt: Time.nullable(),
  }),
);

export const OfferedKeyResponse = registerResponse('TwoFactorKey', OfferedKey);

export const RecoveryCodes = registerResponse(
  'RecoveryCodes',
  z.object({
    recoveryCodes: z
      .array(z.string())
      .describe(
        'Each code logs in once instead of a code of the authenticator app. The codes are not shown again.',
      ),
  }),
);

export const LoginResponse = registerResponse('LoginAnswer', z.object({ user: UserResponse }));

export const Succeeded = registerResponse(
  'Succeeded',
  z.object({ success: z.literal(true), message: z.string() }),
);

export const ResetResponse = registerResponse(
  'ResetAnswer',
  Succeeded.extend({
    apiTokens: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          role: RoleName,
          access: AccessName,
          lastFour: z.string().describe('The last characters of the token.'),
          organizationId: Id,
          organizationName: z.string(),
          isEnded: z.boolean().describe('It ended with the reset, as was asked; else it works on.'),
        }),
      )
      .describe('The API tokens that the owner of the account made.'),
  }),
);

export const ResetLink = registerResponse(
  'ResetLink',
  z.object({
    valid: z.boolean(),
    expired: z.boolean(),
    error: z.string().optional().describe('Why it is not valid.'),
  }),
);

export const InvitationResponse = registerResponse(
  'InvitationLink',
  z.object({
    organizationName: z.string(),
    email: z.string().describe('The address that it was sent to.'),
    role: z.enum(['ADMIN', 'MEMBER', 'OWNER']),
    expiresAt: Time,
    hasAccount: z.boolean().describe('The address has an account: its owner logs in and accepts.'),
  }),
);

export const Joined = registerResponse(
  'Joined',
  z.object({ organizationId: Id, organizationName: z.string() }),
);

export const PasswordChanged = registerResponse(
  'PasswordChanged',
  z.object({ status: z.literal('PASSWORD_UPDATED_SUCCESS'), message: z.string() }),
);

export const MembershipResponse = registerResponse(
  'Membership',
  z.object({
    organizationId: Id,
    organizationName: z.string(),
    role: RoleName,
    access: AccessName,
  }) satisfies z.ZodType<Membership>,
);

export const SessionResponse = registerResponse(
  'Session',
  z.object({
    id: z.string(),
    device: z.string().meta({ examples: ['Firefox on Windows'] }),
    address: z.string().nullable(),
    createdAt: Time.describe('When it began with a login.'),
    lastSeenAt: Time,
    isCurrent: z.boolean().describe('It is the one that asks.'),
  }),
);

export const AccountFate = registerResponse(
  'AccountFate',
  z.object({
    ownerless: z
      .array(z.string())
      .describe(
        'Organizations that would have no owner. Until they have another one, the account cannot be deleted.',
      ),
    lost: z
      .array(z.string())
      .describe('Organizations without other members. They are deleted with the account.'),
    isOnlyAdministrator: z
      .boolean()
      .describe(
        'Others have accounts here, and none of them administers the installation: make one of them an administrator before. Otherwise the account that was verified first becomes one, or nobody where ADMIN_EMAIL names this account.',
      ),
  }),
);

const UnrevokedTokens = registerResponse(
  'UnrevokedTokens',
  z.object({
    unrevoked: z
      .array(z.string())
      .describe(
        'The names of connections whose tokens may still be valid: remove the access at the provider.',
      ),
  }),
);

/** The responses of a deletion that also asks providers to revoke tokens. */
export const deletionResponses = {
  200: { description: 'Gone, but tokens of connections may still be valid.', schema: UnrevokedTokens },
  204: { description: 'Gone.' },
};
