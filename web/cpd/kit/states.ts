/** The colour of a state: grey is not begun or a draft, blue waits, teal is done, orange was sent back. */
export function stateColour(state: string): string {
  return colours[state] ?? 'gray'
}

const colours: Record<string, string> = {
  recorded: 'blue',
  submitted: 'blue',
  for_review: 'blue',
  requested: 'blue',
  open: 'blue',
  unconfirmed: 'blue',
  notified: 'blue',
  appealed: 'blue',
  verified: 'teal',
  agreed: 'teal',
  reviewed: 'teal',
  approved: 'teal',
  accepted: 'teal',
  achieved: 'teal',
  held: 'teal',
  granted: 'teal',
  published: 'teal',
  decided: 'teal',
  final: 'teal',
  returned: 'orange',
  more_asked: 'orange',
  lapsed: 'orange',
  suspended: 'orange',
  refused: 'orange',
  declined: 'orange',
}
