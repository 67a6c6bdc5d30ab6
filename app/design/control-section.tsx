import { Plus, RefreshCw, Trash2 } from '~/components/icons/icons';
import { CopyButton } from '~/components/ui/copy-button';
import { Button, IconButton } from '~/components/ui/button';
import { LinkButton, TextLink } from '~/components/ui/link';
import { Spinner } from '~/components/ui/spinner';
import { Samples, Section } from './section';

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;

export function ControlSection() {
  return (
    <Section title="Buttons and links">
      {variants.map((variant) => (
        <Samples key={variant} title={variant}>
          <Button variant={variant} icon={Plus}>
            New Integration
          </Button>
          <Button variant={variant}>Save</Button>
          <Button variant={variant} pending pendingText="Saving...">
            Save
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
        </Samples>
      ))}
      <Samples title="Sizes">
        <Button variant="primary" size="sm">
          Small
        </Button>
        <Button variant="primary">Medium</Button>
        <Button variant="primary" size="lg">
          Large
        </Button>
      </Samples>
      <Samples title="Icon buttons">
        <IconButton icon={RefreshCw} label="Refresh" />
        <IconButton icon={Trash2} label="Delete integration" variant="secondary" />
        <IconButton icon={RefreshCw} label="Refreshing" pending />
        <IconButton icon={Trash2} label="Delete call" size="sm" disabled />
        <CopyButton label="Webhook URL" text="https://example.com/webhook/1" variant="secondary" size="md">
          Copy
        </CopyButton>
      </Samples>
      <Samples title="Links">
        <LinkButton to="/design" icon={Plus} variant="primary">
          Link as button
        </LinkButton>
        <LinkButton to="/design">View</LinkButton>
        <TextLink to="/design">Link in a text</TextLink>
        <Spinner label="Loading executions" className="size-6 text-ink-muted" />
      </Samples>
    </Section>
  );
}
