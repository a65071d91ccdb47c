import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { Copyable } from '../../kit/copy/Copyable.tsx'
import { toDecimal, toDms } from '../../kit/format/format.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { useCell } from '../../kit/lists/useCell.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { nameOf } from '../kit/state.ts'
import { usePlace } from '../kit/usePlace.ts'
import type { Boundary, Tracker, TrackerEvent } from '../types.ts'
import { useEventColumns } from './useEventColumns.tsx'

/** Fields of an event; those not reported are omitted. */
export function EventFacts({ event, tracker, boundaries }: Props) {
  const { t } = useTranslation()
  const cell = useCell()
  const place = usePlace()
  const columns = useEventColumns()
  const boundary = boundaries.find(({ id }) => id === event.boundary_id)
  const [lon, lat] = (event.position?.coordinates ?? []) as [number?, number?]
  const facts: [name: string, value: ReactNode][] = [
    ...columns.map(({ name, show, unit }): [string, ReactNode] => [
      labelOf(t, 'trackerevent', name),
      whole(name, show ? show(event) : cell(name, event[name]), unit),
    ]),
    [
      t('tracking:panel.decimal'),
      lon !== undefined && lat !== undefined && (
        <Copyable what={t('tracking:panel.decimal')} text={toDecimal(lon, lat)} quiet />
      ),
    ],
    [t('tracking:panel.boundary'), boundary?.name],
    ...Object.entries(event.attributes ?? {}).map(([name, value]): [string, ReactNode] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  ]
  return <Facts facts={facts.filter(([, value]) => value !== '' && value !== false && value != null)} />

  function whole(name: string, content: ReactNode, unit: string | undefined): ReactNode {
    if (unit && (typeof content === 'number' || content)) return `${content} ${unit}`
    if (name === 'position' && lon !== undefined && lat !== undefined) {
      return [place(event.position?.coordinates), toDms(lon, lat)].filter(Boolean).join(', ')
    }
    if (name !== 'tracker_id') return content
    return (
      <Anchor component={Link} to={paths.events({ tracker: tracker.id })} inherit>
        {nameOf(tracker)}
      </Anchor>
    )
  }
}

type Props = { event: TrackerEvent; tracker: Tracker; boundaries: Boundary[] }
