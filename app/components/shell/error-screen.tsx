import { Form, isRouteErrorResponse, useLocation } from '@remix-run/react';
import { Building2, Compass, TriangleAlert } from '~/components/icons/icons';
import type { ReactNode } from 'react';
import { type Elsewhere, findElsewhere, lossTexts, type PageViewer, titleElsewhere } from '../../failures';
import {
  reasonMark,
  requestIdMark,
  sentFormMark,
  useFailedRequest,
  viewerMark,
} from '../network/failed-request';
import { switchAction } from '../organization-switcher/organization-buttons';
import { AppShell } from './app-shell';
import { LogoutForm } from './logout-form';
import { SignedInShell } from './signed-in-shell';
import { UserDialogs } from './user-dialogs';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LinkButton } from '../ui/link';

export interface ErrorScreenProps {
  error: unknown;
  /** The viewer, if known. */
  viewer: PageViewer | null | undefined;
}

/** Shown instead of a screen that failed: the reason, in the frame of the other screens, and the ways on. */
export function ErrorScreen({ error, viewer: loaded }: ErrorScreenProps) {
  const drawnFor = useFailedRequest(error)?.viewer;
  const viewer = loaded ?? drawnFor;
  const content = (
    <div data-error-screen {...(!loaded && drawnFor && { [viewerMark]: JSON.stringify(drawnFor) })}>
      <Content error={error} />
    </div>
  );
  if (!viewer?.membership) {
    return (
      <AppShell>
        {loaded && <UserDialogs user={loaded.user} />}
        {content}
      </AppShell>
    );
  }
  const { organizationName } = viewer.membership;
  return (
    <SignedInShell user={viewer.user} organizationName={organizationName}>
      {content}
    </SignedInShell>
  );
}

function Content({ error }: { error: unknown }): ReactNode {
  const { status, data } = isRouteErrorResponse(error) ? error : { status: undefined, data: undefined };
  if (status === 403) return <NoOrganization />;
  const elsewhere = status === 404 ? findElsewhere(data) : undefined;
  if (elsewhere) return <InOtherOrganization elsewhere={elsewhere} />;
  if (status === 404) {
    return (
      <EmptyState
        headingLevel={1}
        icon={Compass}
        title="404 Page Not Found"
        text="This page does not exist, or you do not have access to it."
        action={<LinkButton to="/">Go to Home</LinkButton>}
      />
    );
  }
  return <Failed error={error} />;
}

/** The screen after the server, the network or the page itself failed: the user can send the form again. */
function Failed({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const failed = useFailedRequest(error);
  const text = describeError(error);
  const { id, sent, reason } = (text === lossTexts.server && failed) || {};
  return (
    <EmptyState
      headingLevel={1}
      icon={TriangleAlert}
      title="Something went wrong"
      text={
        <>
          {reason ? <span {...{ [reasonMark]: '' }}>{reason}</span> : text}
          {sent === 'unkept' && (
            <span {...{ [sentFormMark]: '' }} className="mt-2 block">
              Your browser’s Back button leads to what you typed.
            </span>
          )}
          {Array.isArray(sent) && (
            <span className="mt-2 block">Nothing you typed is lost: “Try again” sends it once more.</span>
          )}
          {id && (
            <span className="mt-2 block text-[0.8125rem]">
              Request id:{' '}
              <code {...{ [requestIdMark]: '' }} className="font-mono wrap-anywhere select-all">
                {id}
              </code>
            </span>
          )}
        </>
      }
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {Array.isArray(sent) ? (
            <SendAgain to={pathname + search} sent={sent} />
          ) : (
            <LinkButton to={pathname + search} variant="primary">
              Try again
            </LinkButton>
          )}
          <LinkButton to="/">Go to Home</LinkButton>
        </div>
      }
    />
  );
}

/** A plain form that repeats the form which failed. */
function SendAgain({ to, sent }: { to: string; sent: [name: string, value: string][] }) {
  // Names may repeat, so the fields get ids of their own.
  const fields = sent.map(([name, value], index) => ({ id: `sent-${index}`, name, value }));
  return (
    <form method="post" action={to} {...{ [sentFormMark]: '' }}>
      {fields.map((field) => (
        <input {...field} key={field.id} type="hidden" />
      ))}
      <Button type="submit" variant="primary">
        Try again
      </Button>
    </form>
  );
}

/** Remix marks a server error, and a response of a proxy instead of the server, only by these messages. */
const serverErrors = /^Unexpected Server Error|turbo-stream/;
/** The messages of Chromium, Firefox and Safari for a request without a response. */
const networkErrors = /^(Failed to fetch|NetworkError|Load failed)/;

function describeError(error: unknown): string {
  if (isRouteErrorResponse(error)) return error.status >= 500 ? lossTexts.server : lossTexts.unexpected;
  const message = error instanceof Error ? error.message : '';
  if (serverErrors.test(message)) return lossTexts.server;
  return networkErrors.test(message) ? lossTexts.network : lossTexts.unexpected;
}

/** Shown for a link into another organization of the same user. */
function InOtherOrganization({ elsewhere }: Elsewhere) {
  const { organizationId, organizationName } = elsewhere;
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      headingLevel={1}
      icon={Building2}
      title={titleElsewhere(elsewhere)}
      text="You are looking at another of your organizations. Switch to see it."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Form method="post" action={switchAction}>
            <input type="hidden" name="organizationId" value={organizationId} />
            <input type="hidden" name="returnTo" value={pathname + search} />
            <Button type="submit" variant="primary" className="whitespace-normal">
              <span className="wrap-anywhere">Switch to {organizationName}</span>
            </Button>
          </Form>
          <LinkButton to="/">Go to Home</LinkButton>
        </div>
      }
    />
  );
}

/** Shown to a user who left their last organization or was removed from it. */
function NoOrganization() {
  return (
    <EmptyState
      headingLevel={1}
      icon={Building2}
      title="No Organization Found"
      text="You do not belong to an organization. Create one, or ask an owner or admin of another for an invitation."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton to="/organization/new" variant="primary">
            Create organization
          </LinkButton>
          <LinkButton to="/profile">Edit Profile</LinkButton>
          <LogoutForm>
            <Button type="submit">Logout</Button>
          </LogoutForm>
        </div>
      }
    />
  );
}
