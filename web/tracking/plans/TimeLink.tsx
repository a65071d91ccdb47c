import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import classes from './Plans.module.css'
import type { Planned } from './usePlanned.ts'
import { spanOf } from './usePlanText.ts'

/** One planned shift, which leads to its plan. @param named with its driver */
export function TimeLink({ time, named = false }: { time: Planned; named?: boolean }) {
  const { id, day, driver_name, tracker_name, group_name, note } = time
  return (
    <Link className={classes.time} data-group={tracker_name === null || undefined} to={paths.plannedShift({ id, day })}>
      <strong>{spanOf(time)}</strong>
      <span>{[...(named ? [driver_name] : []), tracker_name ?? group_name ?? ''].join(', ')}</span>
      {note && <small>{note}</small>}
    </Link>
  )
}
