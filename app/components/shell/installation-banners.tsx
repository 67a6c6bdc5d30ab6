import { Form } from '@remix-run/react';
import { RelativeTime } from '../time/relative-time';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';

export interface InstallationBannersProps {
  pausedAt: number | null;
  restoredFrom: string | null;
  readOnlySince: number | null;
  administers: boolean;
  isDiskLow: boolean;
  backupError: string | null;
  mailError: string | null;
}

/** The problems of the whole installation, above the screens on which people begin their day. */
export function InstallationBanners(state: InstallationBannersProps) {
  const { pausedAt, restoredFrom, readOnlySince, administers, isDiskLow, backupError, mailError } = state;
  const errors = [backupError, mailError].filter((error) => error !== null);
  if (pausedAt === null && readOnlySince === null && !isDiskLow && errors.length === 0) return null;
  return (
    <div className="mb-6 flex flex-col gap-3">
      {pausedAt !== null && (
        <Banner
          tone="warn"
          title="Everything is paused"
          actions={
            administers && (
              <Form method="post" action="/installation/resume">
                <Button type="submit">Resume</Button>
              </Form>
            )
          }
        >
          <p>
            {restoredFrom === null ? 'An administrator paused it' : `A backup (${restoredFrom}) was restored`}{' '}
            <RelativeTime at={pausedAt} />. Webhooks are still accepted and wait in the queue; no execution or
            schedule starts, and no email leaves but those about accounts, until{' '}
            {administers ? 'you resume.' : 'an administrator of this installation resumes.'}
          </p>
        </Banner>
      )}
      {readOnlySince !== null && (
        <Banner
          tone="warn"
          title="Read-only"
          actions={
            administers && (
              <Form method="post" action="/admin">
                <Button type="submit" name="intent" value="read-write">
                  Allow changes
                </Button>
              </Form>
            )
          }
        >
          <p>
            An administrator of this installation set this <RelativeTime at={readOnlySince} />. Nothing can be
            changed until {administers ? 'you allow' : 'an administrator allows'} it again. Webhooks are still
            accepted and executed.
          </p>
        </Banner>
      )}
      {isDiskLow && (
        <Banner tone="bad" title="The disk is nearly full">
          Webhooks and runs are refused until there is room on the server. Nothing that was accepted is lost.
        </Banner>
      )}
      {backupError !== null && (
        <Banner tone="warn" title="The last nightly backup failed">
          {backupError}
        </Banner>
      )}
      {mailError !== null && <MailErrorBanner error={mailError} />}
    </div>
  );
}

/** A banner for administrators; people who wait for an email do not see it. */
export function MailErrorBanner({ error }: { error: string }) {
  return (
    <Banner tone="warn" title="Emails are not being sent">
      The last try failed: {error.replace(/[.\s]+$/, '')}. They are tried again for a day. Check the mail
      settings of the server, and try them with its command <code>admin test-mail</code>.
    </Banner>
  );
}
