import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../kit/rows.ts'
import classes from './TrackerList.module.css'
import { TrackerRow } from './TrackerRow.tsx'

const rowHeight = 56
const nearEnd = 20

/** Virtualised: only visible rows are rendered. */
export function TrackerRows({ rows, now, selected, cursor, setCursor, onEnd }: Props) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    getItemKey: (index) => rows[index]!.tracker.id,
    estimateSize: () => rowHeight,
    overscan: 6,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the cursor moves, not when the rows do
  useEffect(() => {
    const index = rows.findIndex((row) => row.tracker.id === cursor)
    if (index >= 0) virtual.scrollToIndex(index)
  }, [cursor])

  const last = virtual.getVirtualItems().at(-1)?.index ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads more when the end becomes visible or more rows have come
  useEffect(() => {
    if (last >= rows.length - nearEnd) onEnd?.()
  }, [last, rows.length])

  return (
    <div
      ref={list}
      className={classes.rows}
      role="listbox"
      tabIndex={0}
      aria-label={t('tracking:fleet.label')}
      aria-activedescendant={cursor === null ? undefined : `tracker-${cursor}`}
    >
      <div style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]!
          return (
            <TrackerRow
              key={item.key}
              row={row}
              now={now}
              top={item.start}
              index={item.index}
              total={rows.length}
              selected={row.tracker.id === selected}
              cursor={row.tracker.id === cursor}
              onPick={setCursor}
            />
          )
        })}
      </div>
    </div>
  )
}

type Props = {
  rows: Row[]
  now: number
  selected: number | null
  cursor: number | null
  setCursor: (id: number | null) => void
  /** Called when the last rows become visible. */
  onEnd?: () => void
}
