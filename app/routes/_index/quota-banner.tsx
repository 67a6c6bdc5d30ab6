import { WaitText } from '~/components/time/wait-text';
import { Banner } from '~/components/ui/banner';

export interface QuotaBannerProps {
  /** Which part of the organization's quota is used up, in words; null while more may begin. */
  usedUp: string | null;
  /** Milliseconds since 1970. */
  until: number | null;
}

/** Over the page while nothing more of the organization may begin. */
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
