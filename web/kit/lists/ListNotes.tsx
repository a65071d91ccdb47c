import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './List.module.css'

export function ListFailed({ reason, retry }: { reason: string | null; retry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.note} role="alert">
      <p>{t('table.failed')}</p>
      {reason && <p>{reason}</p>}
      <Button size="sm" variant="default" onClick={retry}>
        {t('table.retry')}
      </Button>
    </div>
  )
}

/** Nothing matches, or there is nothing at all: the children say what to do then. */
export function ListEmpty({ search, clear, children }: { search: string; clear: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  if (!search) return <div className={classes.note}>{children}</div>
  return (
    <div className={classes.note}>
      <p>{t('table.noMatch', { search })}</p>
      <Button size="sm" variant="default" onClick={clear}>
        {t('table.clear')}
      </Button>
    </div>
  )
}
