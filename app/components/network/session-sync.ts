// Tells the other tabs of the same browser about the session. This grants no access: the session is a cookie that script cannot
// read, and the server checks the selected organization each time.
import { useEffect } from 'react';
import { forgetTyping } from './kept-typing-key';

/** Holds the signed-in user, and no token: the session is a cookie. The name is a given one. */
const userKey = 'session_token';
const membershipKey = 'selectedOrgMembership';

interface Viewer {
  user: { id: string };
  membership: { organizationId: string } | undefined;
}

/** Stores the viewer and their organization, and follows when another tab logs out or in, or switches the organization. */
export function useSessionSync(viewer: Viewer | null): void {
  const user = viewer && JSON.stringify(viewer.user);
  const membership = viewer?.membership ? JSON.stringify(viewer.membership) : null;

  useEffect(() => {
    writeStorage(userKey, user);
    writeStorage(membershipKey, membership);
    let hasOtherUser = false;
    const follow = ({ key, newValue }: StorageEvent) => {
      // The event for clearing the whole storage has no key.
      const isOther =
        (key === userKey && readId(newValue, 'id') !== readId(user, 'id')) ||
        (key === membershipKey &&
          newValue !== null &&
          readId(newValue, 'organizationId') !== readId(membership, 'organizationId'));
      // Another user mostly has another organization, too: that second change would begin the way to their page anew, and
      // keep for them what this one typed.
      if (!isOther || (hasOtherUser && key === membershipKey)) return;
      if (key === userKey) {
        hasOtherUser = true;
        // A user whose session had ended in this tab may have logged in again in the other one.
        forgetTyping(readId(newValue, 'id'));
        window.location.assign(newValue === null ? '/login' : '/');
      } else {
        void keepTypedForm().then(() => window.location.assign('/'));
      }
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [user, membership]);
}

/** Without its script, nothing is kept. */
async function keepTypedForm(): Promise<void> {
  await import('./left-form').then(
    ({ keepLeftForm }) => keepLeftForm(),
    () => undefined,
  );
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
