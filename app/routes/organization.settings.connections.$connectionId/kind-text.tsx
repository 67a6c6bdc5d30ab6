import { type ConnectionKind, kindNames } from '~/engine/connections/kinds';
import type { CertificateFacts } from '~/services/connections/client-certificate';

interface KindTextProps {
  kind: ConnectionKind;
  certificate: CertificateFacts | undefined;
}

/** What kind of connection it is, and of a certificate whom it names and until when it is good. */
export function KindText({ kind, certificate }: KindTextProps) {
  if (!certificate) return kindNames[kind];
  const { subject, validUntil, isExpired } = certificate;
  return (
    <>
      {kindNames[kind]} of <span className="wrap-anywhere">{subject}</span>,{' '}
      <span className={isExpired ? 'text-bad-ink' : undefined}>
        {isExpired ? 'expired since' : 'valid until'}{' '}
        <time dateTime={validUntil} className="whitespace-nowrap tabular-nums">
          {validUntil.slice(0, 10)}
        </time>
      </span>
    </>
  );
}
