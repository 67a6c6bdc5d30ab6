import { ExternalLink, TriangleAlert } from '~/components/icons/icons';
import { TextLink } from '~/components/ui/link';
import type { Registration } from '~/engine/connections/preset-registration';
import { RedirectUrl } from '../organization.settings.connections/redirect-url';

interface RegistrationGuideProps {
  registration: Registration;
  /** The redirect URL, for a kind that needs one. */
  redirectUri: string | undefined;
}

/** Says where a known provider gives out what the form asks for. The links open beside the form, which may be filled in. */
export function RegistrationGuide({
  registration: { console, url, task, pitfall, anchor },
  redirectUri,
}: RegistrationGuideProps) {
  return (
    <>
      <p className="max-w-3xl">
        Open{' '}
        <TextLink to={url} target="_blank" rel="noreferrer">
          {console}
          <ExternalLink aria-hidden className="ml-1 inline size-3.5" />
          <span className="sr-only"> (in a new tab)</span>
        </TextLink>{' '}
        and {task}{' '}
        <TextLink to={`/docs/connections#${anchor}`} target="_blank">
          All steps
          <span className="sr-only"> in the documentation (in a new tab)</span>
        </TextLink>
      </p>
      {redirectUri && (
        <RedirectUrl url={redirectUri} text="Enter this there as the redirect or callback URL:" />
      )}
      <p className="flex max-w-3xl gap-2 text-ink-muted">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <span className="min-w-0">{pitfall}</span>
      </p>
    </>
  );
}
