import { CircleCheck, CircleX, LoaderCircle, Workflow } from '~/components/icons/icons';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton } from '~/components/ui/link';
import { Skeleton, SkeletonText } from '~/components/ui/skeleton';
import { ToastCard, useToasts } from '~/components/ui/toast';
import { Samples, Section } from './section';

const tones = ['neutral', 'accent', 'good', 'warn', 'caution', 'bad', 'info'] as const;

const switched = {
  tone: 'success',
  title: 'Organization switched',
  description: 'Successfully switched to the selected organization.',
} as const;

const failed = {
  tone: 'destructive',
  title: 'Save Failed',
  description: 'Failed to save integration',
  durationMs: 3000,
} as const;

export function FeedbackSection() {
  const toasts = useToasts();
  return (
    <Section title="Feedback">
      <Samples title="Badges">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="good" icon={CircleCheck}>
          completed
        </Badge>
        <Badge tone="info" icon={LoaderCircle} spin>
          running
        </Badge>
        <Badge tone="bad" icon={CircleX}>
          error
        </Badge>
      </Samples>
      <div className="grid gap-3">
        <Banner title="Email is already verified.">You can now log in to your account.</Banner>
        <Banner tone="good" title="Success" live>
          Password reset link sent to your inbox.
        </Banner>
        <Banner tone="warn" actions={<Button size="sm">Generate secret</Button>}>
          Anybody who knows the address can start this integration, because it has no secret.
        </Banner>
        <Banner tone="bad" title="Invalid API Call Configuration">
          Validation failed: URL is required, Bearer token is required
        </Banner>
        <Banner tone="bad">Invalid email or password.</Banner>
      </div>
      <Samples title="Toasts">
        <Button onClick={() => toasts.add(switched)}>Success</Button>
        <Button onClick={() => toasts.add(failed)}>Failure</Button>
        <div className="grid w-full gap-3 lg:grid-cols-2">
          <ToastCard toast={{ id: 'switched', ...switched }} onDismiss={() => {}} />
          <ToastCard toast={{ id: 'failed', ...failed }} onDismiss={() => {}} />
        </div>
      </Samples>
      <div className="grid gap-6 lg:grid-cols-2">
        <Card>
          <EmptyState
            icon={Workflow}
            title="No integrations yet"
            text="Get started by creating your first API integration"
            headingLevel={3}
            action={
              <LinkButton to="/design" variant="primary">
                Create Integration
              </LinkButton>
            }
          />
        </Card>
        <Card footer={<Skeleton className="h-9 w-20" />}>
          <Skeleton className="mb-5 h-6 w-2/5" />
          <SkeletonText lines={4} />
        </Card>
      </div>
    </Section>
  );
}
