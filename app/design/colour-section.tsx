import { Samples, Section } from './section';

const grounds = [
  ['surface', 'bg-surface'],
  ['surface-raised', 'bg-surface-raised'],
  ['surface-sunken', 'bg-surface-sunken'],
  ['surface-hover', 'bg-surface-hover'],
] as const;

const greys = ['100', '98', '96', '95', '91', '73', '62', '56', '47', '31', '27', '22', '18', '16'];

const tones = [
  ['accent', 'bg-accent', 'bg-accent-soft text-accent-ink'],
  ['good', 'bg-good', 'bg-good-soft text-good-ink'],
  ['warn', 'bg-warn', 'bg-warn-soft text-warn-ink'],
  ['caution', 'bg-caution', 'bg-caution-soft text-caution-ink'],
  ['bad', 'bg-bad', 'bg-bad-soft text-bad-ink'],
  ['info', 'bg-info', 'bg-info-soft text-info-ink'],
] as const;

const spaces = [
  ['1', 'w-1'],
  ['2', 'w-2'],
  ['3', 'w-3'],
  ['4', 'w-4'],
  ['5', 'w-5'],
  ['6', 'w-6'],
  ['8', 'w-8'],
  ['10', 'w-10'],
  ['16', 'w-16'],
  ['field', 'w-field'],
  ['gutter', 'w-gutter'],
  ['touch', 'w-touch'],
] as const;

export function ColourSection() {
  return (
    <Section title="Colour, type and space">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {grounds.map(([name, ground]) => (
          <div key={name} className={`rounded-lg border border-line p-4 ${ground}`}>
            <p className="font-medium">{name}</p>
            <p className="text-ink-muted">ink-muted</p>
            <p className="text-accent-ink">accent-ink</p>
          </div>
        ))}
      </div>
      <Samples title="The greys of both themes, by their lightness">
        {greys.map((name) => (
          <div key={name} className="w-14 text-center text-[0.8125rem] text-ink-muted tabular-nums">
            <div
              className="mb-1 h-14 rounded-md border border-line"
              style={{ background: `var(--grey-${name})` }}
            />
            {name}
          </div>
        ))}
      </Samples>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {tones.map(([name, fill, soft]) => (
          <div key={name} className={`flex items-center gap-3 rounded-lg p-4 font-medium ${soft}`}>
            <span aria-hidden className={`size-4 rounded-full ${fill}`} />
            {name}
          </div>
        ))}
      </div>
      <div>
        <p className="text-2xl font-medium tracking-tight">A webhook becomes a logged chain of calls</p>
        <p className="mt-2 text-lg font-medium">Section heading</p>
        <p className="mt-1 text-base font-medium">Card heading</p>
        <p className="mt-1">Body text, 14 pixels on 20, in Inter: 400, and 560 for what stands out.</p>
        <p className="mt-1 text-[0.8125rem] text-ink-muted">Hints and labels of data, 13 pixels.</p>
        <p className="mt-1 font-mono text-[0.8125rem] wrap-anywhere">
          {'https://api.example.com/repos/{{repo}}/issues'}
        </p>
        <p className="mt-1">Łukasz Żółć, Øresund, İstanbul, čtvrtek, Größe · “quoted” – dash → arrow ✓ ⌘ …</p>
        <p className="mt-1 tabular-nums">
          1,111,111.11 ms
          <br />
          9,876,540.23 ms
        </p>
      </div>
      <Samples title="Space: steps of 4 pixels, and the names">
        {spaces.map(([name, width]) => (
          <div key={name} className="text-[0.8125rem] text-ink-muted tabular-nums">
            <div className={`mb-1 h-6 rounded-sm bg-accent ${width}`} />
            {name}
          </div>
        ))}
      </Samples>
    </Section>
  );
}
