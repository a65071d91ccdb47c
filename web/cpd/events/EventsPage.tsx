import schema from 'virtual:resource/cpdevent'
import { Badge, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { download } from '../../kit/lists/downloadCsv.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { useManages } from '../kit/useManages.ts'

const whens = ['coming', 'past'] as const

/** The catalogue of what the college offers. */
export function EventsPage() {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useManages(organisation_id)
  const { busy, run } = useAction()
  const [when] = useFilter('when', whens)
  const [, change] = useAddress()
  const calendar = () => void run(() => download('cpdevents/calendar', { organisation_id }, 'events.ics'))
  return (
    <ListPage
      title={t('cpd:events.title')}
      text={t('cpd:events.text')}
      {...(administers && {
        create: { to: paths.cpdEventEdit(), label: t('cpd:events.add'), whenEmpty: true as const },
      })}
      actions={
        <Button variant="default" loading={busy} onClick={calendar}>
          {t('cpd:events.calendar')}
        </Button>
      }
      resource="cpdevent"
      schema={schema}
      filters={{
        organisation_id,
        sort: when === 'coming' ? 'starts_at' : '-starts_at',
        ...(when && { coming: when === 'coming' }),
      }}
      columns={[
        { name: 'name' },
        { name: 'starts_at', show: ({ starts_at }) => moment(starts_at) },
        { name: 'place' },
        { name: 'hours', show: ({ hours }) => t('cpd:hours', { hours }) },
        {
          name: 'attended',
          show: ({ attended }) =>
            attended && (
              <Badge variant="light" color="teal">
                {t('cpd:events.attended')}
              </Badge>
            ),
        },
        { name: 'people', ...(!administers && { hidden: true as const }) },
        { name: 'provider', hidden: true },
        { name: 'listed', hidden: true },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.cpdEvent({ id })}
      empty={when ? t('cpd:events.noneMatch') : t('cpd:events.empty')}
    >
      <FilterGroup count={when ? 1 : 0} clear={() => change((before) => withFilters(before, { when: null }))}>
        <SelectFilter
          name="when"
          values={whens}
          label={t('cpd:events.when')}
          textOf={(each) => t(`cpd:events.whens.${each}`)}
        />
      </FilterGroup>
    </ListPage>
  )
}
