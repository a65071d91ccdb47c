import { defineReport } from '../report.ts'
import { readLogs, USUAL_MIN } from '../temperatures/read.ts'
import {
  excursionColumns,
  excursionsOf,
  gapsOf,
  readingColumns,
  readingsOf,
  summaryOf,
} from '../temperatures/tables.ts'

export const temperatures = defineReport({
  name: 'temperatures',
  title: 'Temperature log',
  about: 'What sensors measured, whether it was in the allowed range, and when there was no data',
  detail: ({ interval_min = USUAL_MIN }) =>
    `the last value of each ${interval_min} minutes, with the lowest and the highest; a value holds until the next, ` +
    `for at most ${2 * interval_min} minutes`,
  filters: ['sensor_id', 'interval_min', 'low', 'high', 'at_least_s'],
  most_days: 31,
  columns: readingColumns,
  heading: 'Readings',
  empty: 'No sensor of temperatures applies to these trackers.',
  shown: 6000,
  pdf: { layout: new URL('../temperatures/layout.ts', import.meta.url), most_rows: 20_000 },
  async read(db, asked, signal) {
    const logs = await readLogs(db, asked, signal)
    const excursions = {
      name: 'excursions',
      title: 'Outside of the range',
      columns: excursionColumns(asked),
      rows: await excursionsOf(db, asked, logs),
      empty: 'No value was outside of its range.',
    }
    return { rows: readingsOf(asked, logs), parts: [summaryOf(logs), excursions, gapsOf(asked, logs)] }
  },
})
