import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';

interface DemandBannerProps {
  /** The name of the organization that asks for a second factor. */
  by: string;
  /** The person's organizations that do not. */
  others: { id: string; name: string }[];
}

/** Says why the person was led here, and lets them go elsewhere. */
export function DemandBanner({ by, others }: DemandBannerProps) {
  return (
    <Banner tone="warn" title={`${by} asks its members for a second factor`}>
      Turn it on below to go on.
      {others.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-3">
          {others.map(({ id, name }) => (
            <form key={id} method="post" action="/organization/switch">
              <input type="hidden" name="organizationId" value={id} />
              <Button type="submit" size="sm">
                Switch to {name}
              </Button>
            </form>
          ))}
        </div>
      )}
    </Banner>
  );
}
