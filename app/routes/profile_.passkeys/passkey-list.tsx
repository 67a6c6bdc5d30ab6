import { RelativeTime } from '~/components/time/relative-time';
import { Badge } from '~/components/ui/badge';
import { TextLink } from '~/components/ui/link';

export interface ShownPasskey {
  id: string;
  name: string;
  isBackedUp: boolean;
  createdAt: number;
  lastUsedAt: number | null;
  /** The host name of the passkey, if it is not this one. */
  elsewhere: string | null;
}

export function PasskeyList({ passkeys }: { passkeys: ShownPasskey[] }) {
  return (
    <ul aria-label="Your passkeys" className="flex flex-col divide-y divide-line border-y border-line">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex items-center justify-between gap-4 py-3">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
              {passkey.name}
              {passkey.isBackedUp && <Badge>Synced</Badge>}
              {passkey.elsewhere !== null && <Badge>Only at {passkey.elsewhere}</Badge>}
            </p>
            <PasskeyTimes {...passkey} />
          </div>
          <TextLink to={`?passkey=${passkey.id}`} aria-label={`Change ${passkey.name}`}>
            Change
          </TextLink>
        </li>
      ))}
    </ul>
  );
}

export function PasskeyTimes({ createdAt, lastUsedAt }: Pick<ShownPasskey, 'createdAt' | 'lastUsedAt'>) {
  return (
    <p className="mt-0.5 text-ink-muted">
      Added <RelativeTime at={createdAt} />,{' '}
      {lastUsedAt === null ? (
        'not used yet.'
      ) : (
        <>
          last used <RelativeTime at={lastUsedAt} />.
        </>
      )}
    </p>
  );
}
