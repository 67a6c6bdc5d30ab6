import { type ConnectionKind, kindNames } from '~/engine/connections/kinds';
import type { CertificateFacts } from '~/services/connections/client-certificate';

interface KindTextProps {
  kind: ConnectionKind;
  certificate: CertificateFacts | undefined;
}

/** Shows the kind of a connection; for a certificate also its subject and until when it is valid. */
export function KindText({ kind, certificate }: KindTextProps) {
  if (!certificate) return kindNames[kind];
  const { subject, validUntil, isExpired } = certificate;
  return (
    <>
      {kindNames[kind]} of <span className="wrap-anywhere">{subject}</span>,{' '}
      <span className={isExpired ? 'text-bad-ink' : undefined}>
        {isExpired ? 'expired since' : 'valid until'}{' '}
        <time dateTime={validUntil} className="moment">
          {validUntil.slice(0, 10)}
        </time>
      </span>
    </>
  );
}
