import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findMembershipOf, requireUser } from '~/auth/guards';
import { inQuotes } from '~/engine/texts/in-quotes';
import { readReturnPath } from '~/auth/return-path';
import { redirectWithToast } from '~/auth/toast-cookie';
import { keptNoLonger } from '~/components/typed-form/kept-texts';
import { AuthShell } from '~/components/shell/auth-shell';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { LinkButton } from '~/components/ui/link';
import { describeOther } from '~/services/form-key';
import { findUnsentForm, isTypedField, screenOfForm } from '~/services/accounts/unsent-forms';

export const meta: MetaFunction = () => [{ title: 'Not sent yet · Wicked Integrations' }];

/**
 * Loads the fields of a form that was sent without script after the session had ended, and that its own page cannot show, or one
 * that was drawn for another organization. Without a kept form a toast on its screen says that it was for another one.
 */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const user = await requireUser(app, request);
  const query = new URL(request.url).searchParams;
  const id = query.get('kept') ?? '';
  const { membership, memberships } = await findMembershipOf(app, request, user);
  if (membership && query.has('returnTo')) {
    const description = describeOther(membership.organizationName);
    const toast = { tone: 'destructive', title: 'Error', description, durationMs: 10_000 } as const;
    throw await redirectWithToast(app, readReturnPath(query.get('returnTo')), toast);
  }
  const form = await findUnsentForm(app, user.id, id);
  if (form?.isSent) throw redirect(form.screen);
  const isOther = form?.organizationId !== (membership?.organizationId ?? '');
  const drawnFor = memberships.find(({ organizationId }) => organizationId === form?.organizationId);
  if (!form || (isOther && !drawnFor)) throw await redirectWithToast(app, '/', keptNoLonger);
  const { action, screen, fields } = form;
  // Names may repeat.
  const numbered = fields.map(([name, value], index) => ({ key: `field-${index}`, name, value }));
  const typed = numbered.filter(({ name, value }) => isTypedField(name) && value !== '');
  return {
    action,
    screen,
    fields: numbered,
    typed: typed.map(({ key, name, value }) => ({ key, label: nameField(name), value })),
    secrets: form.secrets.map(nameField),
    other:
      isOther && drawnFor && membership
        ? { drawnFor, selected: membership, returnTo: screenOfForm(screen, id) }
        : null,
  };
}

/** Writes a field's name in words: 'firstName' as 'First name', and 'config.baseUrl' as 'Base URL'. */
function nameField(name: string): string {
  const words = (name.split('.').at(-1) ?? name).replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\burl\b/i, 'URL');
}

function describeSelected({
  drawnFor,
  selected,
}: Record<'drawnFor' | 'selected', { organizationName: string }>) {
  return `${inQuotes(selected.organizationName)} is selected now, but this form was for ${inQuotes(drawnFor.organizationName)}. Nothing of it was done.`;
}

export default function UnsentPage() {
  const { action, screen, fields, typed, secrets, other } = useLoaderData<typeof loader>();
  return (
    <AuthShell
      title="Not sent yet"
      text={
        other
          ? `${describeSelected(other)} This is what you typed.`
          : 'Nothing of this form was done. This is what you typed.'
      }
      wide
    >
      <div className="flex flex-col gap-6">
        <dl className="flex flex-col gap-3">
          {typed.map(({ key, label, value }) => (
            <div key={key}>
              <dt className="text-ink-muted">{label}</dt>
              <dd className="whitespace-pre-wrap wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        {secrets.length > 0 && (
          <Banner tone="warn" title="Secrets are not kept">
            {`Type them again in the form, or after you have sent the rest: ${secrets.join(', ')}.`}
          </Banner>
        )}
        {other ? (
          <form method="post" action="/organization/switch" className="flex flex-col gap-3">
            <input type="hidden" name="organizationId" value={other.drawnFor.organizationId} />
            <input type="hidden" name="returnTo" value={other.returnTo} />
            <Button type="submit" variant="primary" size="lg" className="min-h-11 whitespace-normal">
              <span className="wrap-anywhere">{`Switch to ${other.drawnFor.organizationName}`}</span>
            </Button>
            <LinkButton to={screen} size="lg">
              Back to the screen
            </LinkButton>
          </form>
        ) : (
          <form method="post" action={action} className="flex flex-col gap-3">
            {fields.map(({ key, name, value }) => (
              <input key={key} type="hidden" name={name} value={value} />
            ))}
            <Button type="submit" variant="primary" size="lg">
              Send it now
            </Button>
            <LinkButton to={screen} size="lg">
              Back to the screen
            </LinkButton>
          </form>
        )}
      </div>
    </AuthShell>
  );
}
