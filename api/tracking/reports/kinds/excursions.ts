import { defineReport } from '../report.ts'
import { readLogs } from '../temperatures/read.ts'
import { excursionColumns, excursionsOf } from '../temperatures/tables.ts'

export const excursions = defineReport({
  name: 'excursions',
  title: 'Temperature excursions',
  about: 'When sensors measured values outside of their range, for how long, and where',
  filters: ['sensor_id', 'interval_min', 'low', 'high', 'at_least_s'],
  most_days: 31,
  columns: excursionColumns,
  chart: { by: 'tracker_name', of: 'outside_s' },
  empty: 'No value was outside of its range.',
  async read(db, asked, signal) {
    return { rows: await excursionsOf(db, asked, await readLogs(db, asked, signal)), parts: [] }
  },
})
