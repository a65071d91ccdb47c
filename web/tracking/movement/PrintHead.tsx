import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { toLocal } from '../../kit/format/zoned.ts'
import classes from './Reports.module.css'
import type { Report } from './values.ts'

/** What paper says above a report, and whose time it is in, which the page says, too, where it is not the person's own. */
export function PrintHead({ report }: { report: Report }) {
  const { t } = useTranslation()
  const { timezone: own } = usePreferences()
  const { title, about, organisation_name, from, until, timezone } = report
  const { day } = useTimes(timezone)
  const now = toLocal(Date.now(), timezone)
  const name = useSession((session) => session.user?.name || session.user?.username || '')
  return (
    <>
      <div className={classes.printed}>
        <h2>{`${title}: ${organisation_name}`}</h2>
        <p>
          <strong>
            {from === until ? day(from) : t('tracking:log.period', { from: day(from), until: day(until) })}
          </strong>
        </p>
        <p>{`${about}.`}</p>
        <p>{t('tracking:log.printed', { name, time: `${day(now.slice(0, 10))} ${now.slice(11)}` })}</p>
      </div>
      <p className={classes.zone} data-other={timezone !== own || undefined}>
        {t('tracking:log.zone', { zone: timezone.replaceAll('_', ' ') })}
      </p>
    </>
  )
}
