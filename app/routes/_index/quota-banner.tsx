import { WaitText } from '~/components/time/wait-text';
import { Banner } from '~/components/ui/banner';

export interface QuotaBannerProps {
  /** Words for the part of the organization's quota that is used up; null while executions may begin. */
  usedUp: string | null;
  /** Milliseconds since 1970. */
  until: number | null;
}

/** The banner at the top of the page while no execution of the organization may begin. */
export function QuotaBanner({ usedUp, until }: QuotaBannerProps) {
  if (usedUp === null) return null;
  return (
    <div className="mb-6">
      <Banner tone="warn" title="Executions wait">
        <WaitText
          text={usedUp.replace(/^t/, 'T')}
          until={until === null ? null : new Date(until).toISOString()}
        />
        . New deliveries are accepted and wait.
      </Banner>
    </div>
  );
}
