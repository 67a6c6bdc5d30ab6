import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { DefinitionList } from '~/components/ui/definition-list';
import type { Tone } from '~/components/ui/tone';
import { showFact } from './facts';
import { Panel } from './panel';
import type { WebhookView } from '../log-view/webhook-view';

const looks: Record<WebhookView['status'], { tone: Tone; text: string }> = {
  success: { tone: 'good', text: 'Success' },
  error: { tone: 'bad', text: 'Error' },
  pending: { tone: 'info', text: 'Pending' },
};

/** Shows why a webhook was called, for which call, and its status. */
export function WebhookSummary({ webhook: { status, facts } }: { webhook: WebhookView }) {
  const { tone, text } = looks[status];
  return (
    <>
      <Panel title="Webhook Execution">
        <DefinitionList
          items={[
            [
              'Status',
              <Badge key="status" tone={tone}>
                {text}
              </Badge>,
            ],
            ...facts.map(showFact),
          ]}
        />
      </Panel>
      {status === 'pending' && <Banner>Webhook request is in progress...</Banner>}
    </>
  );
}
