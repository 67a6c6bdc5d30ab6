// The data of the demo for those who log in, and for the script that takes pictures of it.

export const account = {
  email: 'demo@example.com',
  password: 'Wicked-demo-1',
  firstName: 'Ada',
  lastName: 'Demo',
  organizationName: 'demo',
};

/** The secret of its webhook. */
export const secret = 'demo-webhook-secret';

/** The integration that opens an issue for each delivery. */
export const issuesName = 'GitHub to issue tracker';
