const scenarios: { title: string; cases: [name: string, advice: string][] }[] = [
  {
    title: 'Network errors',
    cases: [
      ['No response in time', 'Raise the call’s timeout, or retry on “network”.'],
      ['Host not found or connection refused', 'Check the URL; a retry on “network” bridges short outages.'],
    ],
  },
  {
    title: 'API errors',
    cases: [
      ['401 Unauthorized', 'The token is wrong or has expired. Retrying does not help: stop and notify.'],
      ['429 Too Many Requests', 'Too many calls in a short time: retry with exponential backoff.'],
      ['400 Bad Request', 'The API did not understand the request. Check the body it was sent, in the log.'],
    ],
  },
  {
    title: 'Data and processing errors',
    cases: [
      [
        'A path finds nothing',
        'The extraction is shown as failed in the log, and the run goes on without the variable.',
      ],
      [
        'An unknown variable',
        'The call is not sent, and the run ends with an error that names the variable.',
      ],
      ['The response is not JSON', 'It is kept as text; nothing can be extracted from it.'],
    ],
  },
];

/** Lists the most common errors with advice. */
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
