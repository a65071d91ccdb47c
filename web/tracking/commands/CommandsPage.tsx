import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ChoiceFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { Page } from '../../kit/page/Page.tsx'
import { TrackerFilter } from '../kit/TrackerFilter.tsx'
import { Commands } from './Commands.tsx'
import { states, types } from './choices.ts'

/** All commands to devices. Filters are in the address: `?state=failed`. */
export function CommandsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useAdministers(organisation_id)
  const [params, change] = useAddress()
  const tracker = Number(params.get('tracker')) || null
  const state = states.find((each) => each === params.get('state'))
  const type = types.find((each) => each === params.get('type'))
  const set = (changed: Record<string, string | number | null>) => change((before) => withFilters(before, changed))
  const narrowed = [tracker, state, type].filter(Boolean)
  return (
    <Page title={t('tracking:commands.title')} width="full">
      <Text c="dimmed" size="sm" mb="sm">
        {t('tracking:commands.text')}
      </Text>
      {administers && (
        <Anchor component={Link} to={paths.savedCommands()} size="sm" mb="sm" display="inline-block">
          {t('tracking:commands.saved.title')}
        </Anchor>
      )}
      <FilterGroup count={narrowed.length} clear={() => set({ tracker: null, state: null, type: null })}>
        <TrackerFilter organisation_id={organisation_id} value={tracker} onChange={(id) => set({ tracker: id })} />
        <ChoiceFilter
          label={t('tracking:fields.trackercommand.state')}
          any={t('tracking:commands.anyState')}
          value={state ?? ''}
          data={states.map((value) => ({ value, label: t(`tracking:commands.states.${value}`) }))}
          onChange={(value) => set({ state: value || null })}
        />
        <ChoiceFilter
          label={t('tracking:fields.trackercommand.type')}
          any={t('tracking:commands.anyType')}
          value={type ?? ''}
          data={types.map((value) => ({ value, label: t(`tracking:commands.types.${value}`) }))}
          onChange={(value) => set({ type: value || null })}
        />
      </FilterGroup>
      <Commands
        key={params.toString()}
        filters={{
          organisation_id,
          ...(tracker && { tracker_id: tracker }),
          ...(state && { state }),
          ...(type && { type }),
        }}
        empty={t(narrowed.length > 0 ? 'tracking:commands.noMatch' : 'tracking:commands.empty')}
      />
    </Page>
  )
}
