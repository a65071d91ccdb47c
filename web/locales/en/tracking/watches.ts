/** Requests to be notified when a tracker arrives or departs. */
export const watchTexts = {
  watches: {
    title: 'Arrivals and departures',
    listText: 'Of these you are notified. Ask for more with “Tell me when…” on the map or on the page of a tracker.',
    empty: 'You have not asked to be notified of any arrival or departure.',
    link: 'Tell me when…',
    of: 'Tell me when {{tracker}}',
    text: 'You are notified as of other alerts: by e-mail, SMS or push, as in your settings.',
    arrived: 'Arrives',
    departed: 'Departs',
    choose: 'Choose a boundary',
    always: 'Each time',
    once: 'Once',
    each: 'Each time',
    submit: 'Tell me',
    saved: 'You will be notified.',
  },
} as const
