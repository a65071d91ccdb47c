/** Requests to be notified when a tracker arrives, departs or is late. */
export const watchTexts = {
  watches: {
    title: 'Arrivals, departures and delays',
    listText: 'Of these you are notified. Ask for more with “Tell me when…” on the map or on the page of a tracker.',
    empty: 'You have not asked to be notified of any arrival, departure or delay.',
    link: 'Tell me when…',
    of: 'Tell me when {{tracker}}',
    text: 'You are notified as of other alerts: by e-mail, SMS or push, as in your settings.',
    arrived: 'Arrives',
    departed: 'Departs',
    late: 'Is late',
    tellMe: 'Tell me when it',
    offers: { arrived: 'arrives: {{boundary}}', departed: 'departs: {{boundary}}' },
    will: {
      arrived: 'You will be notified when {{tracker}} arrives at {{boundary}}.',
      departed: 'You will be notified when {{tracker}} departs from {{boundary}}.',
    },
    ended: 'You will not be notified.',
    more: 'More…',
    onDays: 'Again on',
    choose: 'Choose a boundary',
    always: 'Each time',
    once: 'Once',
    each: 'Each time',
    submit: 'Tell me',
    saved: 'You will be notified.',
  },
} as const
