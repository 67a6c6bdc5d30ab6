import { getFormProps } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { requireUser } from '~/auth/guards';
import { hasProof } from '~/auth/login/proof-cookie';
import { refuseForm } from '~/auth/login/refused-form';
import { redirectWithToast } from '~/auth/toast-cookie';
import { checkBy } from '~/components/field-checks/check-by';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { useCheckedForm } from '~/components/field-checks/use-checked-form';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { needsProof, ProofField } from '~/components/proof/proof-field';
import { AuthShell } from '~/components/shell/auth-shell';
import { DayTime } from '~/components/time/day-time';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { TextField } from '~/components/ui/fields/text-field';
import { TextLink } from '~/components/ui/link';
import { failures } from '~/failures';
import { PasswordProof, SignUp } from '~/fields';
import {
  emailChangeMessage,
  findFormerEmail,
  findRequestedEmail,
  requestEmailChange,
  withdrawEmailChange,
} from '~/services/accounts/email-change';
import { describeProof } from '~/services/accounts/proof/password-proof';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.emailChange);

export const meta: MetaFunction = () => [{ title: 'Change email · Wicked Integrations' }];

const screen = '/profile/email';

/** The intent that withdraws the requested email. */
const withdraw = 'withdraw';

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const user = await requireUser(app, request);
  const proof = await describeProof(app, user, await hasProof(app.config, request, app.now()));
  const requested = (await findRequestedEmail(app, user)) ?? null;
  return { email: user.email, proof, requested, former: (await findFormerEmail(app, user)) ?? null };
}

const NewEmail = SignUp.pick({ email: true });
const ProvenEmail = NewEmail.extend(PasswordProof.shape);

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const user = await requireUser(app, request);
  const typedForm = await request.formData();
  if (typedForm.get('intent') === withdraw) {
    await withdrawEmailChange(app, user, address);
    return redirectWithToast(app, screen, { tone: 'success', title: 'Change withdrawn' });
  }
  const isFresh = await hasProof(app.config, request, app.now());
  const submission = parseWithZod(typedForm, { schema: isFresh ? NewEmail : ProvenEmail });
  const response = { result: submission.reply({ hideFields: ['currentPassword'] }), failure: null };
  if (submission.status !== 'success') return data(response, { status: 422 });
  const { email, ...typed } = submission.value;
  const password = 'currentPassword' in typed ? String(typed.currentPassword) : undefined;
  const outcome = await requestEmailChange(app, user, email, { password, isFresh, address });
  if (outcome.kind !== 'queued') {
    const { refusal, init } = refuseForm(outcome, submission);
    return data(refusal, init);
  }
  const toast = { title: 'Check your mail', description: emailChangeMessage };
  return redirectWithToast(app, screen, { tone: 'success', ...toast });
}

const loadCheck = checkBy((schemas) => schemas.SignUp.pick({ email: true }));

export default function ChangeEmailPage() {
  const { email, requested, former } = useLoaderData<typeof loader>();
  const isWithdrawn = useNavigation().formData?.get('intent') === withdraw;
  return (
    <AuthShell
      title="Change email"
      text={`You log in with ${email}. It stays so until the new address is confirmed; your other sessions end then. For 7 days after that, a link that is mailed to ${email} takes the change back: whoever reads mail there can use it.`}
      footer={<TextLink to="/">Back to Dashboard</TextLink>}
      wide
    >
      <div className="flex flex-col gap-field">
        {requested && (
          <Banner
            title={`Waiting for ${requested.email}`}
            actions={
              <Form method="post">
                <Button type="submit" size="sm" name="intent" value={withdraw} pending={isWithdrawn}>
                  Withdraw the change
                </Button>
              </Form>
            }
          >
            Until <DayTime at={requested.until} /> the link that was mailed there confirms it. If the address
            is wrong, enter another one, or withdraw the change: this link ends then.
          </Banner>
        )}
        {former && (
          <Banner title={`${former.email} can take the last change back`}>
            Until <DayTime at={former.until} /> the link that was mailed there gives your account that address
            again, and ends its password. If others read mail there, ask an administrator of the installation.
          </Banner>
        )}
        {/* The key empties the form once a link was mailed, above all the password. */}
        <EmailForm key={requested?.until} />
      </div>
    </AuthShell>
  );
}

function EmailForm() {
  const { email, proof } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  const { formAction, formData } = useNavigation();
  const pending = formAction === screen && formData?.get('intent') !== withdraw;
  const [form, fields] = useCheckedForm<{ email: string; currentPassword: string }>({
    id: 'email-change',
    lastResult: response?.result,
    constraint: { email: { required: true }, currentPassword: { required: true } },
    loadCheck,
  });
  return (
    <Form method="post" {...getFormProps(form)} {...keepsTyping} className="flex flex-col gap-field">
      {response?.failure && !pending && (
        <Banner tone="bad" title={failures.emailChange.title} live>
          {response.failure}
        </Banner>
      )}
      <TextField field={fields.email} type="email" label="New email" autoComplete="email" />
      <ProofField {...{ proof, email }} proveFrom={screen} field={fields.currentPassword} />
      {!needsProof(proof) && (
        <Button type="submit" variant="primary" size="lg" pending={pending} pendingText="Sending...">
          Change email
        </Button>
      )}
    </Form>
  );
}
