import { Alert, NativeSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PageLoader } from '../frame/PageLoader.tsx'
import { queries } from '../queries.ts'
import type { User, UserConfig } from '../types.ts'
import { Section } from '../ui/Section.tsx'
import { sayDone, sayFailed } from '../ui/say.ts'
import { timezones } from '../ui/timezones.ts'
import type { Units as Unit } from '../ui/units.ts'
import { saveConfig } from './saveConfig.ts'
import { configOf, usePreferences } from './usePreferences.ts'

const units: Unit[] = ['metric', 'imperial', 'nautical']

/** They belong to a person in an organisation, and count at once. */
export function Units({ user, organisation_id }: { user: User; organisation_id: number }) {
  const { t } = useTranslation()
  const { isError, isPending } = useQuery(configOf(organisation_id, user.id))
  const chosen = usePreferences()
  const change = (body: Partial<UserConfig>) =>
    saveConfig(queries, user.id, { organisation_id, ...body }).then(
      () => sayDone(t('people:settings.saved')),
      (error) => sayFailed(error, t('form.unreachable')),
    )

  if (isError) return <Alert color="red">{t('people:settings.failed')}</Alert>
  if (isPending) return <PageLoader />
  return (
    <Section title={t('people:settings.unitsAndTimes')}>
      <NativeSelect
        label={t('people:settings.units')}
        maw={320}
        value={chosen.units}
        data={units.map((value) => ({ value, label: t(`people:settings.${value}`) }))}
        onChange={(event) => change({ units: event.currentTarget.value as Unit })}
      />
      <Select
        label={t('people:settings.timezone')}
        maw={320}
        searchable
        allowDeselect={false}
        limit={200}
        value={chosen.timezone}
        data={timezones(chosen.timezone)}
        onChange={(timezone) => timezone && change({ timezone })}
      />
    </Section>
  )
}
