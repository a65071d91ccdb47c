import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import type { LabelledResource } from '../forms/labels.ts'
import classes from './List.module.css'
import { useBulk } from './useBulk.ts'

/** What can be done to the selected rows. What cannot be undone is asked for once more, in the same place. */
export function BulkBar<N extends LabelledResource>({ resource, rows, actions, done }: Props<N>) {
  const { t } = useTranslation()
  const { busy, run } = useBulk(resource)
  const [asked, setAsked] = useState<BulkAction<N> | null>(null)
  const start = async (action: BulkAction<N>) => {
    setAsked(null)
    await run(rows, action.run)
    done()
  }
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t('table.actions')}>
      <span>{t('table.selected', { count: rows.length })}</span>
      {asked ? (
        <>
          <b>{asked.ask!(rows.length)}</b>
          <Button size="xs" color="red" loading={busy} onClick={() => start(asked)}>
            {t('table.yes')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsked(null)}>
            {t('table.no')}
          </Button>
        </>
      ) : (
        actions.map((action) => (
          <Button
            key={action.label}
            size="xs"
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

export type BulkAction<N extends LabelledResource> = {
  label: string
  run: (row: Row<N>) => Promise<unknown>
  /** The confirmation before an action on N rows. */
  ask?: (count: number) => string
}

type Props<N extends LabelledResource> = { resource: N; rows: Row<N>[]; actions: BulkAction<N>[]; done: () => void }
