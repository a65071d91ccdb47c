/** When a tracker arrives at a place, beside it on the map. */
export const arrivalTexts = {
  arrivals: {
    title: 'When it arrives at',
    choose: 'Boundary or location',
    nothing: 'No such boundary or location',
    boundaries: 'Boundaries',
    locations: 'Locations',
    about: 'About {{time}}',
    range: 'About {{time}} ({{earliest}} to {{latest}})',
    leaves: 'If it leaves now: about {{time}}',
    leavesRange: 'If it leaves now: about {{time}} ({{earliest}} to {{latest}})',
    learned_one: 'Learned from {{count, number}} trip; four of five arrive in this span.',
    learned_other: 'Learned from {{count, number}} trips; four of five arrive in this span.',
    byRoad: 'By road, without traffic: no trips lead there yet.',
    straight: 'By the straight line: no trips lead there yet.',
    unknown: 'It cannot be estimated: the position is more than an hour old, or too far away.',
    there: 'It is there.',
    failed: 'The arrival could not be estimated. Please try again.',
  },
} as const
