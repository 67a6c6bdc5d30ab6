import { Form, useNavigation } from '@remix-run/react';
import { RelativeTime } from '../time/relative-time';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { DialogActions } from '../ui/dialog';
import { LinkButton } from '../ui/link';
import { accountAction } from './account-response';

export interface UserSession {
  id: string;
  /** For example 'Firefox on Windows'. */
  device: string;
  address: string | null;
  /** Milliseconds since 1970. */
  lastSeenAt: number;
  isCurrent: boolean;
}

interface SessionListProps {
  sessions: UserSession[];
  backTo: string;
  /** The address to go to after a session was ended. */
  returnTo: string;
}

export function SessionList({ sessions, backTo, returnTo }: SessionListProps) {
  return (
    <>
      <ul className="divide-y divide-line rounded-md border border-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 p-4">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {session.device}
                {session.isCurrent && <Badge tone="good">This device</Badge>}
              </p>
              <p id={`seen-${session.id}`} className="mt-0.5 text-[0.8125rem] wrap-anywhere text-ink-muted">
                Last seen <RelativeTime at={session.lastSeenAt} />
                {session.address && ` · ${session.address}`}
              </p>
            </div>
            {!session.isCurrent && <EndSession session={session} returnTo={returnTo} />}
          </li>
        ))}
      </ul>
      <DialogActions>
        <LinkButton to={backTo} preventScrollReset>
          Back to profile
        </LinkButton>
        {sessions.length > 1 && <EndOthers returnTo={returnTo} />}
      </DialogActions>
    </>
  );
}

function EndSession({ session, returnTo }: { session: UserSession; returnTo: string }) {
  const pending = useNavigation().formData?.get('session') === session.id;
  return (
    <Form method="post" action={accountAction} preventScrollReset>
      <input type="hidden" name="intent" value="end-session" />
      <input type="hidden" name="session" value={session.id} />
      <input type="hidden" name="returnTo" value={returnTo} />
      {/* Several sessions may be of one kind of device: where and when it was seen last tells them apart. */}
      <Button
        type="submit"
        size="sm"
        pending={pending}
        pendingText="Ending..."
        aria-describedby={`seen-${session.id}`}
      >
        End session<span className="sr-only">: {session.device}</span>
      </Button>
    </Form>
  );
}

function EndOthers({ returnTo }: { returnTo: string }) {
  const pending = useNavigation().formData?.get('intent') === 'end-other-sessions';
  return (
    <Form method="post" action={accountAction} preventScrollReset className="contents">
      <input type="hidden" name="intent" value="end-other-sessions" />
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button type="submit" variant="danger" pending={pending} pendingText="Ending...">
        End all other sessions
      </Button>
    </Form>
  );
}
