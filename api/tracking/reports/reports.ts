import { alerts } from './kinds/alerts.ts'
import { days } from './kinds/days.ts'
import { excursions } from './kinds/excursions.ts'
import { idling } from './kinds/idling.ts'
import { speeding } from './kinds/speeding.ts'
import { stops } from './kinds/stops.ts'
import { summary } from './kinds/summary.ts'
import { temperatures } from './kinds/temperatures.ts'
import { trips } from './kinds/trips.ts'
import { utilisation } from './kinds/utilisation.ts'
import { visits } from './kinds/visits.ts'

/** All reports, as they stand in the menu. */
export const reports = [
  summary,
  days,
  trips,
  stops,
  visits,
  idling,
  speeding,
  utilisation,
  alerts,
  temperatures,
  excursions,
]
export const reportNames = reports.map(({ name }) => name)
