import { Form, useNavigation } from '@remix-run/react';
import { FlaskConical, Play, Power, Rocket } from '~/components/icons/icons';
import { Button } from '~/components/ui/button';
import { LinkButton } from '~/components/ui/link';
import { testFormId } from '../test-runs/test-form-id';

/** On a phone, all buttons share one line. */
const narrowButton = 'max-sm:flex-1 max-sm:px-2 max-sm:text-[0.8125rem] max-sm:[&_svg]:hidden';

interface ActionBarProps {
  /** The URL of this step; `address` is the editor's. */
  pageUrl: string;
  address: string;
  isActive: boolean;
  isDeployable: boolean;
  /** Whether the integration has something to test. */
  isRunnable: boolean;
  /** Whether a test is under way. */
  isRunning: boolean;
}

/** The bar with this step's main actions, at hand wherever the user has scrolled to. The right end stays free for toasts. */
export function ActionBar({
  pageUrl,
  address,
  isActive,
  isDeployable,
  isRunnable,
  isRunning,
}: ActionBarProps) {
  const intent = useNavigation().formData?.get('intent');
  return (
    <section
      aria-label="Test and deploy"
      data-bottom-bar
      className="sticky bottom-0 z-10 -mx-gutter short:static -mb-5 flex flex-wrap items-center gap-3 border-t border-line bg-surface/95 px-gutter py-3 backdrop-blur-md max-sm:gap-2 sm:py-4"
    >
      <Button
        type="submit"
        form={testFormId}
        name="intent"
        value="run-test"
        variant={isActive ? 'primary' : 'secondary'}
        icon={FlaskConical}
        className={narrowButton}
        disabled={!isRunnable}
        pending={intent === 'run-test' || isRunning}
        pendingText="Running Test..."
      >
        Run Test
      </Button>
      {isActive ? (
        <>
          <Button
            type="submit"
            form={testFormId}
            name="intent"
            value="run"
            icon={Play}
            className={narrowButton}
            disabled={!isRunnable}
            pending={intent === 'run'}
            pendingText="Starting..."
          >
            Run now
          </Button>
          <LinkButton
            to={`${pageUrl}?dialog=disable`}
            icon={Power}
            preventScrollReset
            className={narrowButton}
          >
            Disable
          </LinkButton>
        </>
      ) : (
        <>
          <Form method="post" action={pageUrl} preventScrollReset className="flex max-sm:flex-1">
            <Button
              type="submit"
              name="intent"
              value="deploy"
              variant="primary"
              icon={Rocket}
              className={narrowButton}
              disabled={!isDeployable}
              pending={intent === 'deploy'}
              pendingText="Deploying..."
            >
              Deploy
            </Button>
          </Form>
          {!isDeployable && (
            <LinkButton to={address} variant="quiet">
              Back to API call chain
            </LinkButton>
          )}
        </>
      )}
    </section>
  );
}
