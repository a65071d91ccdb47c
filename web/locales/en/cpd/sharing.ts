/** Activities that count in two organisations. */
export const sharing = {
  open: 'Count it in another organisation, too',
  title: 'In another organisation, too',
  text: 'It becomes an activity of yours there, with the same title, days, hours and provider, which is read there as your other activities are. Evidence stays here. Both organisations see the name of the other, and whether both still say the same.',
  organisation: 'Organisation',
  texts: 'Share what I have written about it, too',
  submit: 'Count it there',
  done: 'It counts in {{organisation}} from now on.',
  countsIn: 'It counts in {{organisation}}, too',
  countsInText: 'Its days and hours follow this activity until it is verified there, or the cycle is closed there.',
  countsInDiffers: 'It has stayed there as it was: it is verified there, or the cycle is closed there.',
  show: 'Show it there',
  end: 'Count it here alone',
  ended: 'It counts here alone from now on.',
  recordedIn: 'It was recorded in {{organisation}}',
  recordedInText:
    'Title, days, hours and provider are those of the activity there. Categories, goals, evidence and what you write are of this organisation.',
  recordedInDiffers: 'The activity there was changed after this one was verified, or its cycle closed.',
  recordedInRemoved: 'The activity there does not exist any more.',
  elsewhere: 'another organisation',
}
