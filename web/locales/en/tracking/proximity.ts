/** Rules about how far trackers may be from each other. */
export const proximityTexts = {
  proximity: {
    title: 'Proximity rules',
    text: 'An alert where trackers come too near to each other, or too far from each other: a trailer and its truck, a worker who is alone and the nearest vehicle. Each side is a tracker, or a group and all below it.',
    'new': 'New proximity rule',
    none: 'No proximity rules yet.',
    missing: 'There is no such rule.',
    removeText: 'Alerts that are open end. Those of the past stay.',
    one: 'Alerts are raised of',
    other: 'Measured to',
    limits: 'When',
    inHours: 'Only in certain hours',
    off: 'switched off',
    group: 'Group {{name}}',
  },
} as const

export const proximityFields = {
  proximityrule: {
    name: 'Name',
    tracker_id: 'Tracker',
    group_id: 'Or a group, with all below it',
    other_tracker_id: 'Other tracker',
    other_group_id: 'Or another group, with all below it',
    relation: 'Raise an alert while they are',
    distance_m: 'Distance (m)',
    hold_s: 'For at least, seconds',
    schedule: 'Hours',
    note: 'Note',
    active: 'Switched on',
    tracker_name: 'Tracker',
    group_name: 'Group',
    other_tracker_name: 'Other tracker',
    other_group_name: 'Other group',
    created_at: 'Created',
    modified_at: 'Changed',
  },
} as const

export const proximityHints = {
  proximityrule: {
    relation: 'Of groups, “farther” means: farther than from the nearest tracker of the other side.',
    distance_m: 'From 10 m on. Choose more than the accuracy of both: what may be on either side raises no alert.',
    hold_s: '0 raises the alert at once.',
  },
} as const
