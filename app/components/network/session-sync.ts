// Tells the other tabs of the same browser about the session. This grants no access: the session is a cookie that script cannot
// read, and the server checks the selected organization each time.
import { useEffect } from 'react';
import { forgetTyping } from './kept-typing-key';
import { isTypedIn } from './lost-reads';

/** Holds the signed-in user, and no token: the session is a cookie. The name is a given one. */
const userKey = 'session_token';
const membershipKey = 'selectedOrgMembership';

interface Viewer {
  user: { id: string };
  membership: { organizationId: string } | undefined;
}

/** What the user's key holds while a tab logs out. The log-in page then removes the key, as every page does without a user. */
const loggedOut = '';

/** Tells the other tabs that the user logs out, for which they forget what was typed. */
export function reportLogOut(): void {
  writeStorage(userKey, loggedOut);
}

/** Stores the viewer and their organization, and follows when another tab logs out or in, or switches the organization. */
export function useSessionSync(viewer: Viewer | null): void {
  const user = viewer && JSON.stringify(viewer.user);
  const membership = viewer?.membership ? JSON.stringify(viewer.membership) : null;

  useEffect(() => {
    writeStorage(userKey, user);
    writeStorage(membershipKey, membership);
    const follow = (event: StorageEvent) => {
      // The event for clearing the whole storage has no key.
      if (event.key === userKey) followUser(user, event);
      if (event.key === membershipKey) followMembership({ user, membership }, event);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [user, membership]);
}

/** `user`: the one of this page. */
function followUser(user: string | null, { oldValue, newValue }: StorageEvent): void {
  if (newValue === loggedOut) {
    forgetTyping();
    if (user !== null) window.location.assign('/login');
    return;
  }
  const id = readId(newValue, 'id');
  // The removal after a log-out was followed already.
  if (id === readId(user, 'id') || (id === null && oldValue === loggedOut)) return;
  if (id === null) {
    // The session is over. What was typed here stays until it is sent, and is kept then.
    if (isTypedIn(document)) return;
    const { pathname, search } = window.location;
    window.location.assign(`/login?${new URLSearchParams({ returnTo: pathname + search }).toString()}`);
    return;
  }
  // A user whose session had ended in this tab may have logged in again in the other one.
  forgetTyping(id);
  if (user !== null) window.location.assign('/');
  // A page for guests leads a user on to where they wanted to go.
  else if (!isTypedIn(document)) window.location.reload();
}

function followMembership(
  { user, membership }: { user: string | null; membership: string | null },
  { newValue }: StorageEvent,
): void {
  // Another user has another organization, too, and nothing is kept for them.
  const isSameUser = () => readId(readStorage(userKey), 'id') === readId(user, 'id');
  const isOther =
    newValue !== null && readId(newValue, 'organizationId') !== readId(membership, 'organizationId');
  if (!isOther || !isSameUser()) return;
  void keepTypedForm().then(() => {
    if (isSameUser()) window.location.assign('/');
    else forgetTyping();
  });
}

/** Without its script, nothing is kept. */
async function keepTypedForm(): Promise<void> {
  await import('./left-form').then(
    ({ keepLeftForm }) => keepLeftForm(),
    () => undefined,
  );
}

/** Null also where the browser refuses storage. */
function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value. If the browser refuses storage, tabs do not follow each other, and nothing else is lost. */
function writeStorage(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else if (localStorage.getItem(key) !== value) localStorage.setItem(key, value);
  } catch {
    return;
  }
}

function readId(json: string | null, name: 'id' | 'organizationId'): unknown {
  if (json === null) return null;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : null;
  } catch {
    return null;
  }
}
