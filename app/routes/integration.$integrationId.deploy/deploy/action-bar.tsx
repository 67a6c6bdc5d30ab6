import { Form, useNavigation } from '@remix-run/react';
import { FlaskConical, Play, Power, Rocket } from '~/components/icons/icons';
import { Button } from '~/components/ui/button';
import { LinkButton } from '~/components/ui/link';
import { useMay } from '~/components/user/permitted';
import { testFormId } from '../test-runs/test-form-id';

const place = 'max-sm:col-span-2 @max-[16rem]:col-span-3';
const narrow = `${place} max-sm:px-2 max-sm:text-[0.8125rem] max-sm:@min-[16rem]:whitespace-nowrap max-sm:[&_svg]:hidden`;

/** The places of the bar, each as wide as its longest text: on a phone, three beside each other, or two with large text. */
const places = { test: `sm:min-w-44 ${narrow}`, state: `max-sm:w-full sm:min-w-36 ${narrow}`, run: narrow };

interface ActionBarProps {
  /** The URL of this step; `address` is the editor's. */
  pageUrl: string;
  address: string;
  isActive: boolean;
  isDeployable: boolean;
  /** Whether the integration has something to test. */
  isRunnable: boolean;
  /** Whether Run now has a page with a form. */
  hasForm: boolean;
  /** Whether a test is under way. */
  isRunning: boolean;
}

/**
 * The bar with this step's main actions, at hand wherever the user has scrolled to. The right end stays free for toasts. No button
 * that runs live stands where another stood a moment before: a second press on 'Deploy' must not run anything.
 */
export function ActionBar({
  pageUrl,
  address,
  isActive,
  isDeployable,
  isRunnable,
  hasForm,
  isRunning,
}: ActionBarProps) {
  const intent = useNavigation().formData?.get('intent');
  const may = useMay();
  if (!may.run) return null;
  return (
    <section
      aria-label="Test and deploy"
      data-bottom-bar
      className="sticky bottom-0 z-10 -mx-gutter short:static -mb-5 border-t border-line bg-surface/95 px-gutter py-3 backdrop-blur-md max-sm:@container sm:py-4"
    >
      <div className="flex flex-wrap items-center gap-3 max-sm:grid max-sm:grid-cols-6 max-sm:gap-2">
        <Button
          type="submit"
          form={testFormId}
          name="intent"
          value="run-test"
          variant={isActive ? 'primary' : 'secondary'}
          icon={FlaskConical}
          className={places.test}
          disabled={!isRunnable}
          pending={intent === 'run-test' || isRunning}
          pendingText="Running Test..."
        >
          Run Test
        </Button>
        {isActive ? (
          <>
            {may.edit && (
              <LinkButton
                to={`${pageUrl}?dialog=disable`}
                icon={Power}
                preventScrollReset
                className={places.state}
              >
                Disable
              </LinkButton>
            )}
            {hasForm ? (
              <LinkButton to={`${address}/run`} icon={Play} className={places.run}>
                Run now
              </LinkButton>
            ) : (
              <Button
                type="submit"
                form={testFormId}
                name="intent"
                value="run"
                icon={Play}
                className={places.run}
                disabled={!isRunnable}
                pending={intent === 'run'}
                pendingText="Starting..."
              >
                Run now
              </Button>
            )}
          </>
        ) : (
          may.edit && (
            <>
              <Form method="post" action={pageUrl} preventScrollReset className={`flex ${place}`}>
                <Button
                  type="submit"
                  name="intent"
                  value="deploy"
                  variant="primary"
                  icon={Rocket}
                  className={places.state}
                  disabled={!isDeployable}
                  pending={intent === 'deploy'}
                  pendingText="Deploying..."
                >
                  Deploy
                </Button>
              </Form>
              {!isDeployable && (
                <LinkButton to={address} variant="quiet" className="max-sm:col-span-full">
                  Back to API call chain
                </LinkButton>
              )}
            </>
          )
        )}
      </div>
    </section>
  );
}
