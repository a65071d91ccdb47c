import { UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../kit/format/useNow.ts'
import { phoneWidth } from '../../kit/theme/theme.ts'
import type { Fleet } from '../kit/fleet.ts'
import { AlertLine } from './AlertLine.tsx'
import classes from './AlertStrip.module.css'

/** Open alerts, newest first. Ended ones are removed. */
export function AlertStrip({ fleet }: { fleet: Fleet }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const now = useNow(5000)
  const atFirst = useMediaQuery(phoneWidth) ? 1 : 3
  const { alerts } = fleet
  if (alerts.length === 0) return null
  const hidden = alerts.length - atFirst
  return (
    <section className={classes.strip} aria-label={t('tracking:alerts.label')} role="log">
      <div className={classes.lines}>
        {(all ? alerts : alerts.slice(0, atFirst)).map((alert) => (
          <AlertLine key={alert.id} alert={alert} fleet={fleet} now={now} />
        ))}
      </div>
      {hidden > 0 && (
        <UnstyledButton className={classes.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('tracking:alerts.fewer') : t('tracking:alerts.more', { count: hidden })}
        </UnstyledButton>
      )}
    </section>
  )
}
