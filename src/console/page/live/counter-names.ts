/** The names of the services' business counters on a page. */

/** Where the name of the counter alone does not say what was counted. */
const names: Readonly<Record<string, string>> = {
  sold: 'checkouts sold',
  sold_units: 'units sold',
  left: 'gave up waiting',
  lapsed: 'holds lapsed',
  entered: 'lottery entries',
  drawn: 'lottery rounds drawn',
  switched: 'sales opened, paused or closed',
  short: 'short of stock',
  retaken: 'units taken again',
  ephemerals: 'signals such as typing',
  ephemerals_dropped: 'signals dropped',
  digested: 'put into a digest',
  streamed: 'posts sent live',
  trashed: 'put into the trash',
  policy_would_have_refused: 'would have refused',
};

/** @param counter as the process tells it, `uploaded_bytes`, or with the value of its label: `failed:email` */
export function nameOfCounter(counter: string): string {
  const [name = '', ...label] = counter.split(':');
  return [names[name] ?? name.replaceAll('_', ' '), ...label].join(': ');
}
