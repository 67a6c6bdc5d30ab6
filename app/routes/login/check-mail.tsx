import { Form, useNavigation } from '@remix-run/react';
import { MailCheck } from '~/components/icons/icons';
import { Button } from '~/components/ui/button';

interface CheckMailProps {
  /** The email address that the user signed up with. */
  email: string;
  /** Whether mails are only printed, and nobody else has an account. */
  isPrinted: boolean;
}

/** The note between signing up and the first login. */
export function CheckMail({ email, isPrinted }: CheckMailProps) {
  const navigation = useNavigation();
  const pending = navigation.formData?.get('intent') === 'resend';
  return (
    <section
      aria-labelledby="check-mail-title"
      className="rounded-lg border border-line bg-accent-soft p-4 text-ink"
    >
      <h2 id="check-mail-title" className="flex items-center gap-2 font-medium">
        <MailCheck aria-hidden className="size-4 shrink-0 text-accent-ink" />
        Check your mail
      </h2>
      <p className="mt-1.5 wrap-anywhere">
        A link was sent to <strong className="font-medium">{email}</strong>. Open it to verify your address,
        then log in here.
      </p>
      {isPrinted && <p className="mt-1.5">No mail server is set up: the link is in the server’s output.</p>}
      <Form method="post" className="mt-3">
        <input type="hidden" name="intent" value="resend" />
        <input type="hidden" name="email" value={email} />
        <Button type="submit" size="sm" pending={pending} pendingText="Sending...">
          Resend
        </Button>
      </Form>
    </section>
  );
}
