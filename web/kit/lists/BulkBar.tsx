import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { ActionDialog } from '../forms/ActionDialog.tsx'
import type { LabelledResource } from '../forms/labels.ts'
import classes from './List.module.css'
import type { RowAction } from './RowMenu.tsx'
import { useBulk } from './useBulk.ts'

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

/** Does actions to rows, selected or one by its menu, and asks before what cannot be undone or needs more. */
export function useActions<N extends LabelledResource>({ resource, actions, nameOf, after }: Doing<N>) {
  const { busy, run } = useBulk(resource)
  const [asking, setAsking] = useState<{ action: BulkAction<N>; rows: Row<N>[] } | null>(null)
  const start = async (action: BulkAction<N>, rows: Row<N>[]) => {
    if ('dialog' in action) return setAsking({ action, rows })
    await run(rows, action.run)
    after()
  }
  const close = () => {
    setAsking(null)
    after()
  }
  return { busy, start, actionsOf, dialog: asking && dialogOf(asking.action, asking.rows) }

  /** Entries of the menu of a row. */
  function actionsOf(row: Row<N>): RowAction[] {
    return actions
      .filter(({ fits }) => fits?.(row) ?? true)
      .map((action) => ({
        label: action.label,
        dangerous: action.ask !== undefined,
        run: () => (action.ask ? setAsking({ action, rows: [row] }) : void start(action, [row])),
      }))
  }

  function dialogOf(action: BulkAction<N>, rows: Row<N>[]): ReactNode {
    if ('dialog' in action) return action.dialog(rows, close)
    return (
      <ActionDialog
        title={`${action.label}: ${nameOf(rows[0]!)}`}
        text={action.ask!(rows.length)}
        submit={action.label}
        dangerous
        run={() => start(action, rows)}
        close={close}
      />
    )
  }
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

type Doing<N extends LabelledResource> = {
  resource: N
  actions: BulkAction<N>[]
  nameOf: (row: Row<N>) => string
  /** Called when something is done, or not done after all. */
  after: () => void
}
