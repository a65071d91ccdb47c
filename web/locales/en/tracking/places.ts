/** Locations, and saved reports. */
export const placeTexts = {
  locations: {
    title: 'Locations',
    text: 'Places with a name: depots, customers, meeting points.',
    'new': 'New location',
    empty: 'No locations yet.',
    missing: 'There is no such location.',
    everybody: 'The whole organisation',
    latitude: 'Latitude',
    longitude: 'Longitude',
    pick: 'Press the map where it is, or drag the marker.',
    noPlace: 'Please give latitude and longitude, or press the map.',
    map: 'Map of the location',
  },
  reports: {
    title: 'Saved reports',
    text: 'Lists with their filters. Save one with “Saved reports” above a list of trackers, boundaries, alerts or the history.',
    'new': 'New report',
    save: 'Save what is shown',
    all: 'All saved reports',
    open: 'Open: {{list}}',
    shared: 'For everybody in the organisation',
    noFilters: 'Everything, without filters',
    empty: 'No reports have been saved yet.',
    missing: 'There is no such report.',
    created: 'The report has been saved.',
  },
} as const
