import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { TextField } from '~/components/ui/fields/text-field';
import { failures } from '~/failures';

export interface EarlyAccessResponse {
  result: SubmissionResult<string[]>;
  message: string | null;
  failure: string | null;
}

/** The form for visitors who want news of the product before they sign up. */
export function EarlyAccessSection({ response }: { response: EarlyAccessResponse | undefined }) {
  const pending = useNavigation().formData?.get('intent') === 'early-access';
  const [form, fields] = useForm<{ email: string }>({
    id: 'early-access',
    lastResult: response?.result,
    constraint: { email: { required: true } },
  });
  return (
    <section
      aria-labelledby="early-access-title"
      className="mt-4 grid items-center gap-6 rounded-lg border border-line bg-surface-raised p-6 shadow-raised sm:p-8 md:grid-cols-2 md:gap-12"
    >
      <div>
        <h2 id="early-access-title" className="text-lg font-medium">
          Get early access
        </h2>
        <p className="mt-1.5 leading-6 text-ink-muted">
          Wicked Integrations is in beta. Leave your email to be the first to hear what’s new.
        </p>
      </div>
      <div>
        {response?.message ? (
          <Banner tone="good" live>
            {response.message}
          </Banner>
        ) : (
          <Form
            method="post"
            action="/?index"
            preventScrollReset
            {...getFormProps(form)}
            className="flex flex-col gap-4"
          >
            <input type="hidden" name="intent" value="early-access" />
            {response?.failure && (
              <Banner tone="bad" title={failures.earlyAccess.text} live>
                {response.failure}
              </Banner>
            )}
            <TextField field={fields.email} label="Email" type="email" autoComplete="email" />
            <Button
              type="submit"
              variant="primary"
              size="lg"
              pending={pending}
              pendingText="Submitting..."
              className="sm:self-start"
            >
              Get early access
            </Button>
          </Form>
        )}
      </div>
    </section>
  );
}
