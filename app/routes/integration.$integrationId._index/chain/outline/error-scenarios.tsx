const scenarios: { title: string; cases: [name: string, advice: string][] }[] = [
  {
    title: 'Network errors',
    cases: [
      ['No answer in time', 'Raise the time-out of the call, or retry on “network”.'],
      ['The host is not found or refuses', 'Check the URL; a retry on “network” helps over short failures.'],
    ],
  },
  {
    title: 'API errors',
    cases: [
      ['401 Unauthorized', 'The token is wrong or has expired. Retrying does not help: stop and notify.'],
      ['429 Too Many Requests', 'Too many calls in a short time: retry with exponential backoff.'],
      [
        '400 Bad Request',
        'The API did not understand the request. Look at the body that was sent, in the log.',
      ],
    ],
  },
  {
    title: 'Data and processing errors',
    cases: [
      [
        'A path leads to nothing',
        'The extraction is shown as failed in the log, and the run goes on without the variable.',
      ],
      ['An unknown variable', 'The call is not sent, and the run ends with the name of the variable.'],
      ['The answer is no JSON', 'It is kept as text; nothing can be extracted from it.'],
    ],
  },
];

/** What goes wrong most often, and what helps. */
export function ErrorScenarios() {
  return (
    <div className="flex flex-col gap-4">
      {scenarios.map(({ title, cases }) => (
        <section key={title}>
          <h4 className="font-medium text-ink">{title}</h4>
          <dl className="mt-1 flex flex-col gap-1">
            {cases.map(([name, advice]) => (
              <div key={name}>
                <dt className="inline font-medium">{name}: </dt>
                <dd className="inline">{advice}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
