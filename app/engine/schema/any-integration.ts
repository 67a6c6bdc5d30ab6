/** Stands in an event trigger for all other integrations of the organization. */
export const anyIntegration = 'any';
