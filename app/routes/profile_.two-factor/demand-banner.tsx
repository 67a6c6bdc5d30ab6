import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';

interface DemandBannerProps {
  /** The name of the organization that requires a second factor. */
  by: string;
  organizationId: string;
  /** The user's organizations that do not require one, or whose requirement the user meets. */
  others: { id: string; name: string }[];
  /** The reason why the user could not leave the organization. */
  failure: string | undefined;
}

/** Says why the user was redirected here, and lets them switch to another organization or leave this one. */
export function DemandBanner({ by, organizationId, others, failure }: DemandBannerProps) {
  return (
    <Banner tone="warn" title={`${by} asks its members for a second factor`}>
      Turn it on below to go on.
      {others.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-3">
          {others.map(({ id, name }) => (
            <form key={id} method="post" action="/organization/switch">
              <input type="hidden" name="organizationId" value={id} />
              <Button type="submit" size="sm" className="text-left whitespace-normal">
                <span className="wrap-anywhere">Switch to {name}</span>
              </Button>
            </form>
          ))}
        </div>
      )}
      <details className="mt-3" open={failure !== undefined}>
        <summary className="cursor-pointer underline">Leave {by} instead</summary>
        <form method="post" className="mt-2 flex flex-col items-start gap-3">
          <input type="hidden" name="intent" value="leave" />
          <input type="hidden" name="organizationId" value={organizationId} />
          <p role={failure ? 'alert' : undefined}>
            {failure ?? 'You see nothing of it any more. To come back you need an invitation.'}
          </p>
          <Button type="submit" variant="danger" size="sm">
            Leave
          </Button>
        </form>
      </details>
    </Banner>
  );
}
