/** The whole fleet at any moment of the past. */
export const timemachineTexts = {
  timemachine: {
    title: 'Time machine',
    text: 'The whole fleet at any moment of a day: play it, or move the slider.',
    live: 'Live map',
    map: 'Map of a past moment',
    reading: 'Reading where everything was …',
    empty: 'No tracker that you see was anywhere on this day.',
    moving: 'Moving',
    standing: 'Standing',
    silent: 'Silent',
    outside: 'Outside',
    silentSince: 'silent since {{time}}',
    unknown: 'Where it was is not known.',
    near: 'Who was nearest?',
    nearHint: 'Click a place on the map: who was nearest to it at this moment.',
    nearNone: 'At this moment no tracker has a known place.',
    clear: 'Remove the place',
    unselect: 'Close',
  },
} as const
