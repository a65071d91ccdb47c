import schema from 'virtual:resource/devwaiver'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { StateFilter, WhoseFilter } from '../kit/filters.tsx'
import { stateColour } from '../kit/states.ts'

const states = ['requested', 'more_asked', 'appealed', 'granted', 'refused'] as const
const whose = ['mine'] as const

/** Time that does not count: one's own, of those whom one supervises, and for administrators everybody's. */
export function WaiversPage() {
  const { t } = useTranslation()
  const { organisation_id, user } = useSession()
  const [state] = useFilter('state', states)
  const [of] = useFilter('of', whose)
  const [, change] = useAddress()
  return (
    <ListPage
      title={t('cpd:waivers.title')}
      resource="devwaiver"
      schema={schema}
      filters={{
        organisation_id: organisation_id!,
        ...(state && (state === 'appealed' ? { appealed: true } : { state })),
        ...(of === 'mine' && { user_id: user!.id }),
      }}
      columns={[
        { name: 'person' },
        { name: 'kind', show: ({ kind }) => (kind === null ? '–' : choiceOf(t, kind)) },
        { name: 'from' },
        { name: 'to' },
        { name: 'percent', show: ({ percent }) => `${percent} %` },
        {
          name: 'state',
          show: ({ state, outcome, appealed }) => (
            <Badge variant="light" color={stateColour(appealed ? 'appealed' : state)}>
              {choiceOf(t, appealed ? 'appealed' : outcome === 'part' ? 'part' : state)}
            </Badge>
          ),
        },
        { name: 'cycle' },
        { name: 'reason', hidden: true },
        { name: 'created_at', hidden: true },
      ]}
      nameOf={({ kind, person }) => [kind === null ? t('cpd:waivers.one') : choiceOf(t, kind), person].join(', ')}
      open={({ id }) => paths.waiver({ id })}
      empty={state || of ? t('cpd:waivers.noneMatch') : t('cpd:waivers.none')}
    >
      <FilterGroup
        count={[state, of].filter(Boolean).length}
        clear={() => change((before) => withFilters(before, { state: null, of: null }))}
      >
        <WhoseFilter values={whose} />
        <StateFilter values={states} />
      </FilterGroup>
    </ListPage>
  )
}
