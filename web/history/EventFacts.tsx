import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { nameOf } from '../fleet/state.ts'
import { labelOf } from '../forms/words.ts'
import { useCell } from '../lists/useCell.ts'
import type { Boundary, Tracker, TrackerEvent } from '../types.ts'
import { Copyable } from '../ui/Copyable.tsx'
import { toDecimal } from '../ui/format.ts'
import classes from './Events.module.css'
import { useEventColumns } from './useEventColumns.tsx'

/** Line by line; what was not reported has no line. */
export function EventFacts({ event, tracker, boundaries }: Props) {
  const { t } = useTranslation()
  const cell = useCell()
  const columns = useEventColumns([tracker])
  const boundary = boundaries.find(({ id }) => id === event.boundary_id)
  const [lon, lat] = (event.position?.coordinates ?? []) as [number?, number?]
  return (
    <dl className={classes.facts}>
      {columns.map(({ name, show }) => {
        const content = show ? show(event) : cell(name, event[name])
        return <Fact key={name} name={labelOf(t, 'trackerevent', name)} content={linked(name, content)} />
      })}
      {lon !== undefined && lat !== undefined && (
        <Fact
          name={t('panel.decimal')}
          content={<Copyable what={t('panel.decimal')} text={toDecimal(lon, lat)} quiet />}
        />
      )}
      <Fact name={t('panel.boundary')} content={boundary?.name} />
      {Object.entries(event.attributes ?? {}).map(([name, value]) => (
        <Fact key={name} name={name} content={typeof value === 'object' ? JSON.stringify(value) : String(value)} />
      ))}
    </dl>
  )

  function linked(name: string, content: ReactNode): ReactNode {
    if (name !== 'tracker_id') return content
    return (
      <Anchor component={Link} to={`/app/trackerevents?tracker=${tracker.id}`} inherit>
        {nameOf(tracker)}
      </Anchor>
    )
  }
}

function Fact({ name, content }: { name: string; content: ReactNode }) {
  if (content === '' || content === false || content === null || content === undefined) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{content}</dd>
    </div>
  )
}

type Props = { event: TrackerEvent; tracker: Tracker; boundaries: Boundary[] }
