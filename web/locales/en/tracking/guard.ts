/** The guard of a parked tracker. */
export const guardTexts = {
  guard: {
    title: 'Parking guard',
    armed: {
      person: 'Armed at {{time}}',
      ignition: 'Armed at {{time}}, when the ignition went off',
      schedule: 'Armed at {{time}}, for its hours',
    },
    within: 'within {{distance}}',
    waits: 'from its first position on',
    left: 'It has left where it was parked.',
    off: 'Off',
    set: {
      both: 'Off; arms by ignition and in its hours',
      ignition: 'Off; arms by ignition',
      schedule: 'Off; arms in its hours',
    },
    arm: 'Arm',
    disarm: 'Disarm',
    armEach: 'Arm the parking guard',
    disarmEach: 'Disarm the parking guard',
    willGuard: 'You will be alerted when {{tracker}} leaves where it is.',
    disarmed: '{{tracker}} is not guarded.',
    settings: 'Settings of the parking guard',
    text: 'While it is armed, a tracker that leaves the place where it is parked raises an alert: two positions in a row outside 75 metres, or outside twice the accuracy where that is more.',
    onIgnition: 'Arm it when the ignition goes off',
    onIgnitionText: 'Until the ignition is on again. For devices that report the ignition.',
    inHours: 'Arm it in certain hours',
    save: 'Save',
    saved: 'The parking guard is saved.',
  },
} as const

export const guardFields = {
  trackerguard: {
    tracker_id: 'Tracker',
    tracker_name: 'Tracker',
    armed: 'Armed',
    armed_at: 'Armed since',
    armed_by: 'Armed by',
    armed_by_user_id: 'Armed by this person',
    position: 'Parked at',
    radius_m: 'Radius (m)',
    outside: 'Has left',
    on_ignition: 'By ignition',
    schedule: 'Hours',
    created_at: 'Created',
    modified_at: 'Changed',
  },
} as const
