/** Choosing among many, by what is typed. */
export const choosers = {
  clear: 'Clear: {{label}}',
  remove: 'Remove {{name}}',
  others_one: 'and {{count}} more',
  others_other: 'and {{count}} more',
  searching: 'Searching …',
  noTrackers: 'There are no trackers yet.',
  noMatch: 'No tracker matches.',
  more: 'There are more. Type to find them.',
  failed: 'The trackers could not be searched.',
  retry: 'Try again',
} as const
