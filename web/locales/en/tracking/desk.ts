/** The desk of those who watch alerts all day. */
export const deskTexts = {
  desk: {
    title: 'Alarm desk',
    waiting_zero: 'Nothing waits',
    waiting_one: '{{count}} waits',
    waiting_other: '{{count}} wait',
    soundOn: 'Sound is on',
    soundOff: 'Sound is off',
    wall: 'Wall view',
    leaveWall: 'Leave the wall view',
    empty: 'No alert is open.',
    lost: 'The alerts could not be read. What is shown may be old; it is tried again by itself.',
    notAcknowledged: 'It could not be acknowledged. Please try again.',
    by: '{{name}} is on it, since {{time}}',
    noteOf: 'Note: {{name}}',
    more_one: '{{count}} more alert is open',
    more_other: '{{count}} more alerts are open',
    keys: 'Keys: ↑ ↓ select, A acknowledges, N writes a note, S sound, F wall view.',
  },
} as const
