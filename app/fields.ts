/** The rules for everything that users and callers of the API type, each with its exact message. */
import { z } from 'zod';
import { isCommonPassword } from './common-passwords';
import { email, nameText, text } from './field-texts';
import { findTextProblem, refuseCharacters, removeUnseen } from './engine/schema/name-characters';
import { IntegrationTags, TagsText } from './engine/definition/tag-schema';
export { IntegrationTag } from './engine/schema/tag';

const tooShortPassword = 'Password must be at least 8 characters';

/** A password that a user chooses. It is taken as typed, spaces included. */
const NewPassword = z
  .string({ error: tooShortPassword })
  .min(8, tooShortPassword)
  .max(128, 'Password must not exceed 128 characters')
  .regex(/\p{Lu}/u, 'Password must contain at least one uppercase letter')
  .regex(/\p{Ll}/u, 'Password must contain at least one lowercase letter')
  .regex(/\p{Nd}/u, 'Password must contain at least one number')
  .regex(/[^\p{L}\p{N}]/u, 'Password must contain at least one special character')
  .refine((password) => !isCommonPassword(password), {
    error: 'This password is too common. Please choose another one',
    when: ({ issues }) => issues.length === 0,
  })
  .describe(
    'With an uppercase and a lowercase letter, a digit, and a character that is neither letter nor digit; none of the passwords that are guessed first.',
  );

export const SignUp = z.object({
  firstName: nameText('First name', 2, 100),
  lastName: nameText('Last name', 2, 100),
  email: email('Please enter a valid email address'),
  organizationName: nameText('Organization name', 2, 100).toLowerCase(),
  password: NewPassword,
});
export type SignUp = z.infer<typeof SignUp>;

export const ConfirmPassword = z.string({ error: "Passwords don't match" });

export const mismatch = {
  path: ['confirmPassword'],
  error: "Passwords don't match",
  // Checked also while other fields are wrong, because a field's error is shown when the user leaves it.
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' && value !== null && 'confirmPassword' in value,
};

export const SignUpForm = SignUp.extend({ confirmPassword: ConfirmPassword }).refine(
  (form) => form.password === form.confirmPassword,
  mismatch,
);

/** The fields of a profile. Another email than the account's requests a change of the address. */
export const Profile = z.object({
  firstName: SignUp.shape.firstName,
  lastName: SignUp.shape.lastName,
  email: SignUp.shape.email.optional(),
});
export type Profile = z.infer<typeof Profile>;

export const passwordMissing = 'Current password is required';

export const PasswordChange = z.object({
  currentPassword: z.string({ error: passwordMissing }).min(1, passwordMissing).max(1024),
  newPassword: NewPassword,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

/** The proof for the deletion of an account, and for a change of its second factor. */
export const PasswordProof = PasswordChange.pick({ currentPassword: true });

export const PasskeyName = z.object({ name: nameText('Name', 1, 100) });

/** A code of an authenticator app, or a recovery code. */
export const LoginCode = z.object({
  code: z.string({ error: 'Code is required' }).trim().min(1, 'Code is required').max(64, 'This is no code'),
});

export const TwoFactorSetup = PasswordProof.extend({
  setup: z.string().max(500).describe('As it was offered with the key.'),
  code: LoginCode.shape.code.describe('Of the authenticator app that has taken in the key.'),
});
export type TwoFactorSetup = z.infer<typeof TwoFactorSetup>;

const isSame = (form: { newPassword: string; confirmPassword: string }) =>
  form.newPassword === form.confirmPassword;
const PasswordChoice = PasswordChange.extend({ confirmPassword: ConfirmPassword });
export const PasswordChangeForm = PasswordChoice.refine(isSame, mismatch);
/** A new password of a user who has just proven their identity by something else than the current one. */
export const FreshPasswordForm = PasswordChoice.partial({ currentPassword: true }).refine(isSame, mismatch);

export const Login = z.object({
  email: email('Please enter a valid email address'),
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(1024),
});
export type Login = z.infer<typeof Login>;

/** A login by the API, which sends the code together with the password. */
export const LoginWithCode = Login.extend({
  code: LoginCode.shape.code
    .optional()
    .describe('Of an account with two-factor authentication: of its authenticator app, or a recovery code.'),
});
export type LoginWithCode = z.infer<typeof LoginWithCode>;

export const ResendVerification = z.object({ email: email('Please enter a valid email address.') });
export type ResendVerification = z.infer<typeof ResendVerification>;

/** The panel under the login. An empty field has a message of its own. */
export const ResendVerificationPanel = z.object({
  email: z
    .string({ error: 'Please enter your email address.' })
    .trim()
    .min(1, { error: 'Please enter your email address.', abort: true })
    .pipe(ResendVerification.shape.email),
});

export const EarlyAccess = z.object({
  email: z
    .string({ error: 'Email is required.' })
    .trim()
    .min(1, { error: 'Email is required.', abort: true })
    .pipe(email('Please enter a valid email address.')),
});
export type EarlyAccess = z.infer<typeof EarlyAccess>;

export const ForgotPassword = z.object({ email: email('Invalid email address.') });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

export const ResetPassword = z
  .object({
    token: z
      .string({ error: 'Password reset token is missing.' })
      .min(1, 'Password reset token is missing.')
      .max(200, 'Password reset failed'),
    newPassword: NewPassword,
    confirmPassword: ConfirmPassword,
    endApiTokens: z.boolean().optional(),
  })
  .refine(isSame, mismatch);
export type ResetPassword = z.infer<typeof ResetPassword>;

const blankName = 'Please enter an organization name';

/** The name and the description of an organization; an empty description is stored as none. */
export const OrganizationDetails = z.object({
  name: z
    .string({ error: blankName })
    .trim()
    .min(1, { error: blankName, abort: true })
    .pipe(SignUp.shape.organizationName),
  description: z
    .string()
    .trim()
    .max(500, 'Description must not exceed 500 characters')
    .check(refuseCharacters('Description', findTextProblem))
    .transform((description) => description || null)
    .nullable()
    .optional(),
});
export type OrganizationDetails = z.infer<typeof OrganizationDetails>;

/** A change of an organization; fields that are left out stay as they are. */
export const OrganizationChange = OrganizationDetails.partial().extend({
  requiresSecondFactor: z
    .boolean({ error: 'Write true or false' })
    .optional()
    .describe('Whether members who log in with a password need a second factor.'),
});
export type OrganizationChange = z.infer<typeof OrganizationChange>;

/** What a member of the role MEMBER may do with integrations. */
export const Access = z
  .enum(['edit', 'run', 'read'], { error: 'Invalid access' })
  .describe(
    'What a member may do with integrations: edit and run them, run them, or only look. Owners and admins edit.',
  );
export type Access = z.infer<typeof Access>;

export const Invite = z.object({
  email: email('Please enter a valid email address'),
  role: z.enum(['MEMBER', 'ADMIN'], { error: 'Invalid role' }),
  access: Access.optional(),
});
export type Invite = z.infer<typeof Invite>;

export const RoleChange = z.object({
  role: z.enum(['OWNER', 'ADMIN', 'MEMBER'], { error: 'Invalid role' }),
  access: Access.optional(),
});
export type RoleChange = z.infer<typeof RoleChange>;

/** A token for the JSON API. */
export const ApiTokenDetails = z.object({
  name: nameText('Token name', 2, 100),
  role: RoleChange.shape.role,
  access: Access.optional(),
});
export type ApiTokenDetails = z.infer<typeof ApiTokenDetails>;

/** The fields that an invited person without an account fills in. */
export const InvitedSignUp = SignUp.pick({ firstName: true, lastName: true, password: true });
export type InvitedSignUp = z.infer<typeof InvitedSignUp>;

export const VerifyEmail = z.object({
  token: z
    .string({ error: 'A verification link is required.' })
    .min(1, 'A verification link is required.')
    .max(200, 'This verification link is invalid.'),
});
export type VerifyEmail = z.infer<typeof VerifyEmail>;

export const CompanyDetails = z.object({
  companyName: nameText('Company name', 2, 100),
  taxId: nameText('Tax ID', 5, 50),
  address: nameText('Address', 5, 200),
  city: nameText('City', 2, 100),
  // Other characters than letters, digits, spaces and hyphens are removed, as the field does during typing.
  postalCode: z
    .string({ error: 'Postal code must be at least 3 characters' })
    .transform((typed) => typed.replace(/[^\p{L}\p{N} -]/gu, '').toUpperCase())
    .pipe(text('Postal code', 3, 20)),
  country: nameText('Country', 2, 100),
});
export type CompanyDetails = z.infer<typeof CompanyDetails>;

/** A payment card as typed. A number of 15 digits is valid only with the prefixes of American Express. */
export const PaymentCard = z.object({
  cardNumber: z
    .string({ error: 'Card number must be 16 digits' })
    .trim()
    .regex(/^[\d ]*$/, { error: 'Invalid card number', abort: true })
    .max(19, { error: 'Invalid card number', abort: true })
    .refine((typed) => /^(\d{16,19}|3[47]\d{13})$/.test(typed.replaceAll(' ', '')), {
      error: 'Card number must be 16 digits',
    }),
  expiryDate: z
    .string({ error: 'Use MM/YY format' })
    .trim()
    .regex(/^(0[1-9]|1[0-2])\/\d{2}$/, 'Use MM/YY format'),
  cvv: z
    .string({ error: 'CVV must be 3 digits' })
    .trim()
    .min(3, { error: 'CVV must be 3 digits', abort: true })
    .regex(/^\d{3,4}$/, 'CVV must be 3-4 digits'),
  cardholderName: z
    .string({ error: 'Cardholder name is required' })
    .trim()
    .min(2, 'Cardholder name is required')
    .max(100, 'Cardholder name must not exceed 100 characters')
    .check(refuseCharacters('Cardholder name'))
    // A card number that is typed into the wrong field would be stored unencrypted.
    .regex(/^(?!.*\d(?:[ -]?\d){11})/, 'Cardholder name is required')
    .describe('Without a card number in it.'),
});
export type PaymentCard = z.infer<typeof PaymentCard>;

/** The URL to which a sample event is sent. */
export const WebhookTest = z.object({
  url: z
    .string({ error: 'Please enter a webhook URL' })
    .trim()
    .min(1, { error: 'Please enter a webhook URL', abort: true })
    .max(2048, 'Please enter a valid URL')
    .pipe(z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' })),
});

function integrationName(missing: string) {
  return z
    .string({
      error: ({ input }) =>
        input === undefined || input === null ? missing : 'Integration name must be text',
    })
    .overwrite(removeUnseen)
    .trim()
    .min(1, { error: missing, abort: true })
    .min(3, 'Integration name must be at least 3 characters long')
    .max(99, 'Integration name must be less than 100 characters')
    .check(refuseCharacters('Integration name'));
}

export const IntegrationDescription = z
  .string()
  .trim()
  .max(500, 'Description must be less than 500 characters')
  .check(refuseCharacters('Description', findTextProblem))
  .nullish()
  .transform((description) => description || null);

/** The name and the description of a new integration. */
export const IntegrationDetails = z.object({
  name: integrationName('Integration name is required'),
  description: IntegrationDescription,
  tags: IntegrationTags.optional(),
});
export type IntegrationDetails = z.infer<typeof IntegrationDetails>;

/** The same with the key of the template that the integration begins with, as the form sends it; empty for none. */
export const NewIntegrationForm = IntegrationDetails.extend({ template: z.string().optional() });
export type NewIntegrationForm = z.infer<typeof NewIntegrationForm>;

/** The note about a version; an empty text is stored as none. */
export const VersionNote = z.object({
  note: nameText('Note', 0, 200).transform((note) => note || null),
});

/** The name of a recorded test. */
export const RecordedTestName = nameText('Name', 2, 100);

/** The new name and description of an integration. */
export const IntegrationRename = IntegrationDetails.extend({
  name: integrationName('Integration name cannot be empty'),
});

/** The same with tags, as the form sends it. */
export const IntegrationDetailsForm = IntegrationRename.extend({ tags: TagsText });
