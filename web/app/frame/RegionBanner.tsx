import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { languageOf } from '#messages/languages.ts'
import { guarded } from '../../core/api.ts'
import { saveConfig } from '../../core/saveConfig.ts'
import { configOf, usePreferences } from '../../core/usePreferences.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import classes from './Frame.module.css'

/**
 * Asks once whether times are shown in the browser's time zone, with the units and the language of its region, where
 * they differ from the organisation's. Either answer is saved with the person's settings, so no browser asks again.
 */
export function RegionBanner({ organisation_id, user_id }: { organisation_id: number; user_id: number }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { busy, run } = useAction()
  const { timezone } = usePreferences()
  const { data, isSuccess } = useQuery(configOf(organisation_id, user_id))
  const browser = regionOf(navigator.language)
  if (!isSuccess || data?.timezone || isSameTime(browser.timezone, timezone)) return null
  const save = (body: object) => run(() => guarded(saveConfig(queries, user_id, { organisation_id, ...body })))
  const others = t('frame.region.others', { zone: browser.timezone.replaceAll('_', ' ') })
  return (
    <div className={classes.banner} role="status">
      <span>{t('frame.region.text', { zone: timezone.replaceAll('_', ' ') })}</span>
      <Button size="compact-sm" loading={busy} onClick={() => save(browser)}>
        {others}
      </Button>
      <Button size="compact-sm" variant="default" disabled={busy} onClick={() => save({ timezone })}>
        {t('frame.region.keep')}
      </Button>
    </div>
  )
}

/** What a browser says of its person: nothing of units and language where the default is theirs. */
function regionOf(language: string) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const locale = languageOf(language)
  const imperial = ['US', 'LR', 'MM'].includes(new Intl.Locale(language).region ?? '')
  return { timezone: timeZone, ...(imperial && { units: 'imperial' as const }), ...(locale !== 'en' && { locale }) }
}

/** Whether clocks show the same in both zones, in winter and in summer. */
function isSameTime(one: string, other: string): boolean {
  return ['2026-01-01T12:00:00Z', '2026-07-01T12:00:00Z'].every((moment) => clock(one, moment) === clock(other, moment))
}

function clock(timeZone: string, moment: string): string {
  return new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(moment))
}
