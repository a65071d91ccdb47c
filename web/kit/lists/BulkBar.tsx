import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import type { LabelledResource } from '../forms/labels.ts'
import classes from './List.module.css'

/** What can be done to the selected rows. What cannot be undone is asked for once more, in the same place. */
export function BulkBar<N extends LabelledResource>({ rows, actions, busy, start }: Props<N>) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<BulkAction<N> | null>(null)
  const confirmed = () => {
    setAsked(null)
    start(asked!)
  }
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t('table.actions')}>
      <span>{t('table.selected', { count: rows.length })}</span>
      {asked ? (
        <>
          <b>{asked.ask!(rows.length)}</b>
          <Button size="compact-sm" color="red" onClick={confirmed}>
            {t('table.yes')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsked(null)}>
            {t('table.no')}
          </Button>
        </>
      ) : (
        actions.map((action) => (
          <Button
            key={action.label}
            size="compact-sm"
            variant="default"
            loading={busy}
            onClick={() => (action.ask ? setAsked(action) : start(action))}
          >
            {action.label}
          </Button>
        ))
      )}
    </div>
  )
}

/** What can be done to the selected rows, and to each by its menu. */
export type BulkAction<N extends LabelledResource> = {
  label: string
  /** Only for one row, in its menu. */
  single?: true
  /** Whether it fits a row; the menu of others has no such entry. */
  fits?: (row: Row<N>) => boolean
  /** The confirmation before an action on N rows that cannot be undone. */
  ask?: (count: number) => string
} & (
  | { run: (row: Row<N>) => Promise<unknown> }
  /** Asks for more before it is done. */
  | { dialog: (rows: Row<N>[], close: () => void) => ReactNode }
)

type Props<N extends LabelledResource> = {
  rows: Row<N>[]
  actions: BulkAction<N>[]
  busy: boolean
  start: (action: BulkAction<N>) => void
}
