import { Section } from './section';

const grounds = [
  ['surface', 'bg-surface'],
  ['surface-raised', 'bg-surface-raised'],
  ['surface-sunken', 'bg-surface-sunken'],
  ['surface-hover', 'bg-surface-hover'],
] as const;

const tones = [
  ['accent', 'bg-accent', 'bg-accent-soft text-accent-ink'],
  ['good', 'bg-good', 'bg-good-soft text-good-ink'],
  ['warn', 'bg-warn', 'bg-warn-soft text-warn-ink'],
  ['caution', 'bg-caution', 'bg-caution-soft text-caution-ink'],
  ['bad', 'bg-bad', 'bg-bad-soft text-bad-ink'],
  ['info', 'bg-info', 'bg-info-soft text-info-ink'],
] as const;

export function ColourSection() {
  return (
    <Section title="Colour and type">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {grounds.map(([name, ground]) => (
          <div key={name} className={`rounded-lg border border-line p-4 ${ground}`}>
            <p className="font-medium">{name}</p>
            <p className="text-ink-muted">ink-muted</p>
            <p className="text-accent-ink">accent-ink</p>
          </div>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {tones.map(([name, fill, soft]) => (
          <div key={name} className={`flex items-center gap-3 rounded-lg p-4 font-medium ${soft}`}>
            <span aria-hidden className={`size-4 rounded-full ${fill}`} />
            {name}
          </div>
        ))}
      </div>
      <div>
        <p className="text-2xl font-semibold tracking-tight">A webhook becomes a logged chain of calls</p>
        <p className="mt-2 text-lg font-semibold">Section heading</p>
        <p className="mt-1 text-base font-semibold">Card heading</p>
        <p className="mt-1">Body text, 14 pixels on 20, in the system’s own font.</p>
        <p className="mt-1 text-[0.8125rem] text-ink-muted">Hints and labels of data, 13 pixels.</p>
        <p className="mt-1 font-mono text-[0.8125rem] wrap-anywhere">
          {'https://api.example.com/repos/{{repo}}/issues'}
        </p>
      </div>
    </Section>
  );
}
