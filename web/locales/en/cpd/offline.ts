/** Entry without a network. */
export const offline = {
  hint: 'You are offline. What you record is kept on this device and sent when there is a network. Files can be added then.',
  number: 'The case gets its number then.',
  kept: 'Kept on this device. It is sent when there is a network.',
  full: 'This device keeps at most {{count}} entries that are not sent. Please connect to a network first.',
  sent_one: 'An entry that you wrote offline has been sent.',
  sent_other: '{{count}} entries that you wrote offline have been sent.',
  unsent_one: 'One entry is not sent yet',
  unsent_other: '{{count}} entries are not sent yet',
  unsentText_one: 'It is kept on this device, for you only, and is sent when there is a network.',
  unsentText_other: 'They are kept on this device, for you only, and are sent when there is a network.',
  waiting: 'Waiting',
  refused: 'Refused',
  mend: 'Correct',
  gone: 'This entry is not on this device any more: it has been sent or deleted.',
  untitled: { devactivity: 'An activity without a title', procedure: 'A procedure without a type' },
}
