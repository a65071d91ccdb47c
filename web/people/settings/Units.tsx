import { Alert, NativeSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queries } from '../../core/queries.ts'
import { useFeatures } from '../../core/rights.ts'
import { saveConfig } from '../../core/saveConfig.ts'
import type { User, UserConfig } from '../../core/types.ts'
import type { Units as Unit } from '../../core/units.ts'
import { configOf, usePreferences } from '../../core/usePreferences.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { type DateFormat, toTime } from '../../kit/format/format.ts'
import { timezones } from '../../kit/format/timezones.ts'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Section } from '../../kit/page/Section.tsx'

const units: Unit[] = ['metric', 'imperial', 'nautical']
const dateFormats: DateFormat[] = ['friendly', 'numeric', 'iso']
/** A day that no order of numbers mistakes for a month. */
const example = '2026-11-22T14:03:09Z'

/** Stored for each user and organisation; saved on change. */
export function Units({ user, organisation_id }: { user: User; organisation_id: number }) {
  const { t, i18n } = useTranslation()
  const { isError, isPending } = useQuery(configOf(organisation_id, user.id))
  const preferences = usePreferences()
  const { run } = useAction()
  const tracks = useFeatures().includes('tracking')
  const change = (body: Partial<UserConfig>) =>
    run(() => saveConfig(queries, user.id, { organisation_id, ...body }), t('people:settings.saved'))

  if (isError) return <Alert color="red">{t('people:settings.failed')}</Alert>
  if (isPending) return <PageLoader />
  return (
    <Section title={t(tracks ? 'people:settings.unitsAndTimes' : 'people:settings.times')}>
      {tracks && (
        <NativeSelect
          label={t('people:settings.units')}
          maw={320}
          value={preferences.units}
          data={units.map((value) => ({ value, label: t(`people:settings.${value}`) }))}
          onChange={(event) => change({ units: event.currentTarget.value as Unit })}
        />
      )}
      <NativeSelect
        label={t('people:settings.dateFormat')}
        description={t('people:settings.dateFormatText')}
        maw={320}
        value={preferences.date_format}
        data={dateFormats.map((value) => ({ value, label: toTime(example, 'UTC', 0, true, value, i18n.language) }))}
        onChange={(event) => change({ date_format: event.currentTarget.value as DateFormat })}
      />
      <Select
        label={t('people:settings.timezone')}
        maw={320}
        searchable
        allowDeselect={false}
        limit={200}
        value={preferences.timezone}
        data={timezones(preferences.timezone)}
        onChange={(timezone) => timezone && change({ timezone })}
      />
    </Section>
  )
}
