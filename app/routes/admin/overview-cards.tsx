import { formatCount } from '~/engine/texts/format-count';
import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { RelativeTime } from '~/components/time/relative-time';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { DefinitionList } from '~/components/ui/definition-list';
import { TextLink } from '~/components/ui/link';
import { MailErrorBanner } from '~/components/shell/installation-banners';
import { formatBytes } from '~/engine/texts/format-bytes';
import { RemovedEarly } from '~/components/storage/removed-early';
import type { Overview } from '~/services/administration/overview';

interface OverviewCardsProps {
  overview: Overview;
  settings: [name: string, value: string][];
}

const signUpTexts = {
  open: 'Open: anyone can create an account',
  invite: 'By invitation only',
  closed: 'Closed, except to people with an invitation',
};

export function OverviewCards({ overview, settings }: OverviewCardsProps) {
  const { queue, storage, backup, mailError } = overview;
  return (
    <>
      {mailError !== null && <MailErrorBanner error={mailError} />}
      {overview.mailsGivenUp > 0 && <GivenUpMailsCard mails={overview.mailsGivenUp} />}
      <PauseCard {...overview} />
      <ReadOnlyCard {...overview} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Card title="Work">
          <DefinitionList
            items={[
              ['Running', count(queue.running, queue.runningSince, 'the first began')],
              ['Waiting', count(queue.waiting, queue.waitingSince, 'the first due')],
            ]}
          />
        </Card>
        <Card title="Storage">
          <DefinitionList
            items={[
              ['Database', formatBytes(storage.databaseBytes)],
              ['Backups', formatBytes(storage.backupBytes)],
              [
                'Not removed by itself',
                storage.keptFiles === 0 ? (
                  'Nothing'
                ) : (
                  <TextLink key="kept" to="/docs/operations#what-nothing-removes">
                    {storage.keptFiles === 1 ? '1 file' : `${storage.keptFiles} files`},{' '}
                    {formatBytes(storage.keptBytes)}
                  </TextLink>
                ),
              ],
              [
                'Free',
                <span key="free" className="flex flex-wrap items-center gap-2">
                  {storage.freeBytes === null ? 'Not known' : formatBytes(storage.freeBytes)}
                  {storage.isLow && <Badge tone="bad">Nearly full</Badge>}
                </span>,
              ],
              [
                'Removed early',
                <RemovedEarly
                  key="removed"
                  executions={storage.prunedEarly}
                  bytes={storage.prunedEarlyBytes}
                  at={storage.prunedEarlyAt}
                />,
              ],
              [
                'Last nightly backup',
                backup.endedAt === null ? 'None yet' : <RelativeTime at={backup.endedAt} />,
              ],
            ]}
          />
          {backup.error !== null && (
            <div className="mt-4">
              <Banner tone="bad" title="The last nightly backup failed">
                {backup.error}
              </Banner>
            </div>
          )}
        </Card>
        <Card title="Accounts">
          <DefinitionList
            items={[
              ['Users', formatCount(overview.users)],
              ['Organizations', formatCount(overview.organizations)],
              ['Sign-up', signUpTexts[overview.signUp]],
            ]}
          />
        </Card>
        <Card title="Version">
          <DefinitionList
            items={[
              ['Wicked Integrations', overview.version],
              ['Node.js', overview.runtime],
            ]}
          />
        </Card>
      </div>
      <Card title="Settings" text="As read when the server started. Secrets only show whether they are set.">
        <DefinitionList items={settings.map(([name, value]) => [name, value === '' ? undefined : value])} />
      </Card>
    </>
  );
}

function GivenUpMailsCard({ mails }: { mails: number }) {
  return (
    <Card
      title={mails === 1 ? '1 email was given up' : `${formatCount(mails)} emails were given up`}
      text="Each was tried again and again, and the mail server did not take it. Once that is mended, send them again; links in them may have expired by now."
      actions={
        <Form method="post" action="/admin" preventScrollReset>
          <Button type="submit" name="intent" value="resend-mails" variant="secondary">
            Send them again
          </Button>
        </Form>
      }
    />
  );
}

function PauseCard({ pausedAt, restoredFrom }: Overview) {
  const isPaused = pausedAt !== null;
  return (
    <Card
      title={isPaused ? 'Everything is paused' : 'Everything is running'}
      text={
        isPaused ? (
          <>
            {restoredFrom === null ? 'Paused' : `The backup ${restoredFrom} was restored`}{' '}
            <RelativeTime at={pausedAt} />. Webhooks are accepted and wait; no execution or schedule starts.
            Emails wait, except those about accounts.
          </>
        ) : (
          'A pause keeps anything new from starting, in all organizations. Webhooks are still accepted and wait until you resume. Running executions finish.'
        )
      }
      actions={
        <Form method="post" action="/admin" preventScrollReset>
          <Button
            type="submit"
            name="intent"
            value={isPaused ? 'resume' : 'pause'}
            variant={isPaused ? 'primary' : 'secondary'}
          >
            {isPaused ? 'Resume' : 'Pause everything'}
          </Button>
        </Form>
      }
    />
  );
}

function ReadOnlyCard({ readOnlySince }: Overview) {
  const isReadOnly = readOnlySince !== null;
  return (
    <Card
      title={isReadOnly ? 'Read-only' : 'Changes are allowed'}
      text={
        isReadOnly ? (
          <>
            Since <RelativeTime at={readOnlySince} /> screens and API refuse changes, except here. Webhooks
            are accepted and executed.
          </>
        ) : (
          'While the installation is read-only, nobody can change anything, on screen or through the API. Webhooks are still accepted and executed.'
        )
      }
      actions={
        <Form method="post" action="/admin" preventScrollReset>
          <Button
            type="submit"
            name="intent"
            value={isReadOnly ? 'read-write' : 'read-only'}
            variant={isReadOnly ? 'primary' : 'secondary'}
          >
            {isReadOnly ? 'Allow changes' : 'Make read-only'}
          </Button>
        </Form>
      }
    />
  );
}

function count(number: number, since: number | null, text: string): ReactNode {
  const shown = formatCount(number);
  if (since === null) return shown;
  return (
    <>
      {shown}, {text} <RelativeTime at={since} />
    </>
  );
}
