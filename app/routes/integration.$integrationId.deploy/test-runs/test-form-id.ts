/** The form with the trigger data; what sends it stands in the bar at the foot of the window. */
export const testFormId = 'test-form';
