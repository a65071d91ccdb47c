/** Trips of drivers, and those that they have marked private. */
export const privateTexts = {
  myTrips: {
    title: 'My trips',
    text: 'What you have driven, as a driver of the organisation.',
    private: 'Private',
    rule: 'Of a private trip everybody sees distance, times and driver, and no place. Between two private trips it is not seen either where you stood. Only you take it back. Alerts stay as they were sent.',
    mark: 'Make private',
    open: 'Show places',
    empty: 'No trips: you are no driver of this organisation, or nobody has said that you drove.',
  },
  privacy: {
    title: 'Working hours',
    always: 'None: places are stored at all times.',
    atWork: 'Now: places are stored.',
    byHours: 'Not now: distances are stored, and no places.',
    byGroup: 'The hours are those of its group.',
    ofGroup:
      'Of all trackers in it and below that have no hours of their own. Outside of them distances are stored, and no places.',
    ownText: 'Without hours of its own, those of its group hold.',
    ofMany:
      'Outside of them distances are stored, and no places: what was not stored cannot be looked up later, by anyone.',
    byPerson: 'Private until {{time}}, by its driver or owner: distances are stored, and no places.',
    shown: 'Places are stored.',
    set: 'Set',
    text: 'Outside of its working hours the distance of this tracker is stored, and no place, speed or alert about either. What was not stored cannot be looked up later, by anyone. A call for help (SOS) has its place at all times.',
    only: 'Store places in its working hours only',
    save: 'Save',
    saved: 'The working hours are saved.',
    mine: 'Private mode',
    mineText:
      'While it is on, the distance of your tracker is stored, and no place: nobody sees where you are, not even later. It ends after 12 hours, or when you switch it off. A call for help (SOS) has its place.',
  },
  views: {
    title: 'Who saw my positions',
    text: 'Who has read where your trackers were, or those that you drove on that day: history, replay, trips and files of one of them, by the hour. It is kept for 90 days. The map of all trackers, reports and your own looks are not listed.',
    byKey: 'A program, by an API key',
    byLoan: 'An organisation that borrows it',
    empty: 'No other person has looked.',
  },
} as const
