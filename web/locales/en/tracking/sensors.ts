/** Named sensors: attributes of reports with a unit and a calibration. */
export const sensorTexts = {
  sensors: {
    title: 'Sensors',
    text: 'What devices measure beside the position, such as fuel, temperature or a door: with a name, a unit and a calibration. A sensor is of a tracker, of a group and all below it, or of all trackers; of several with one name the nearest applies.',
    'new': 'New sensor',
    none: 'No sensors yet.',
    noneOfTracker: 'This tracker has no sensors yet.',
    missing: 'There is no such sensor.',
    removeText: 'What was reported stays in the history.',
    all: 'All trackers',
    list: 'All sensors',
    inherited: { group: 'From its group', organisation: 'For all trackers' },
    edit: 'Edit {{name}}',
    calibration: 'Calibration',
    points: 'Table of points',
    pointsText:
      'Instead of factor and offset, for a tank that is not a box: between two points the value lies on the line between them.',
    reported: 'Reported',
    standsFor: 'Value',
    addPoint: 'Add a point',
    unordered: 'Each reported value must be greater than the one above it.',
    few: 'A table has two points or more.',
    states: 'Words for values',
    statesText: 'What is shown instead of a number, such as 0 closed and 1 open. A yes is 1, a no 0.',
    word: 'Word',
    addState: 'Add a word',
    remove: 'Remove line {{line}}',
    pathText: 'What the tracker reports, with its last value. Dots lead into lists, as in beacons.0.temperature.',
    noAttributes: 'Nothing with a number was reported lately.',
    preview: 'Reported {{raw}} at {{time}}: shown as',
    noPreview: 'It was not reported lately.',
    noValue: 'not reported',
    chart: 'Over time',
    chartText: 'Drag across the chart to zoom into it. With the keyboard: arrows move the cursor, + zooms in.',
    cursor: 'Time at the cursor',
    zoomOut: 'Show twice the time',
    noneSelected: 'Choose a sensor.',
    noValues: 'Nothing was reported in this time.',
    stale: 'Not reported for a while: {{time}}',
  },
} as const

export const sensorFields = {
  sensor: {
    name: 'Name',
    tracker_id: 'Tracker',
    group_id: 'Group, with all below it',
    path: 'Attribute',
    unit: 'Unit',
    factor: 'Factor',
    value_offset: 'Offset',
    points: 'Table of points',
    median_of: 'Median of N reports',
    states: 'Words for values',
    sort_order: 'Place among others',
  },
} as const

export const sensorHints = {
  sensor: {
    group_id: 'Without a tracker and a group it is of all trackers that report it.',
    factor:
      'The value is the reported one times the factor, plus the offset. Not used where there is a table of points.',
    median_of: '1 shows each report as it is. More ignore single values that are astray, such as 5.',
    sort_order: 'The lowest is first.',
  },
} as const
