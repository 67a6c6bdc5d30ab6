import type { ComponentProps, ReactNode } from 'react';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { Tabs } from '~/components/ui/tabs';
import { AccessNotice } from '~/components/user/permitted';
import { deployUrl } from './deploy-url';
import { DetailsDialog } from './details-dialog';
import { IntegrationHeader } from './integration-header';
import type { FrameData } from './load-integration.server';
import { NameLine } from './name-line';
import { useTabFocus } from './use-tab-focus';

/** Needed only without script: with script the header has its own form. */
const LazyDetailsDialog = lazyPart(import.meta.env.SSR && DetailsDialog, () =>
  import('./details-dialog').then((loaded) => loaded.DetailsDialog),
);

/** Later than the page's own script, since it does nothing: the server draws it. */
const LazyNameLine = lazyPart(
  import.meta.env.SSR && NameLine,
  () => import('./name-line').then((loaded) => loaded.NameLine),
  { without: Nothing },
);

interface IntegrationFrameProps {
  frame: FrameData;
  step: 'chain' | 'deploy';
  /** The reason why the last details were not saved. */
  notRenamed: ComponentProps<typeof DetailsDialog>['outcome'];
  children: ReactNode;
}

/**
 * The frame around both steps: the shell, the integration's name and the tabs. The tabs stay at the top of the window, and
 * once the header has left it, the name and the state stay beside them.
 */
export function IntegrationFrame({ frame, step, notRenamed, children }: IntegrationFrameProps) {
  const { user, organizationName, integration, callsConfigured, renaming } = frame;
  const { id, name, description, tags, isActive } = integration;
  const address = `/integration/${id}`;
  const pageUrl = step === 'deploy' ? deployUrl(id) : address;
  const tabs = [
    { to: address, label: `${callsConfigured ? '✓' : '1.'} API Call Chain`, isCurrent: step === 'chain' },
    { to: deployUrl(id), label: `${isActive ? '✓' : '2.'} Test & Deploy`, isCurrent: step === 'deploy' },
  ];
  const tabList = useTabFocus();
  return (
    <SignedInShell user={user} organizationName={organizationName} area={steps} isWide skipTo="panel">
      {renaming && (
        <LazyDetailsDialog
          pageUrl={pageUrl}
          name={name}
          description={description}
          tags={tags}
          offeredTags={integration.offeredTags}
          outcome={notRenamed}
        />
      )}
      <LazyNameLine integration={integration} />
      <div className="relative z-12 -mx-gutter bg-surface px-gutter">
        <IntegrationHeader
          address={address}
          pageUrl={pageUrl}
          showsState={step === 'chain'}
          integration={integration}
        />
      </div>
      <div
        ref={tabList}
        data-top-bar
        className="sticky top-8 z-10 -mx-gutter mb-5 bg-surface/95 px-gutter backdrop-blur-md lg:top-0 short:static"
      >
        <Tabs label="Steps" items={tabs} />
      </div>
      <div id="panel" tabIndex={-1} className="scroll-mt-24 outline-none">
        <AccessNotice />
        {children}
      </div>
    </SignedInShell>
  );
}

const steps = /^\/integration\/[^/]+(\/deploy)?$/;
