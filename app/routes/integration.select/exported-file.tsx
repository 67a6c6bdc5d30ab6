import { useEffect } from 'react';
import { Download } from '~/components/icons/icons';
import { Banner } from '~/components/ui/banner';
import { LinkButton } from '~/components/ui/link';

/** Saves the file of the exported integrations; without script, its link does. `sent`: the response, new with each press. */
export function ExportedFile({ sent }: { sent: { url: string } }) {
  const { url } = sent;
  // The browser saves what comes, and the page stays.
  useEffect(() => window.location.assign(sent.url), [sent]);
  return (
    <div className="mb-4">
      <Banner
        tone="good"
        live
        title="The file is ready"
        actions={
          <LinkButton to={url} size="sm" icon={Download} reloadDocument download>
            Download
          </LinkButton>
        }
      >
        It has the selected integrations, without their secrets.
      </Banner>
    </div>
  );
}
