import schema from 'virtual:resource/devqualification'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { StateFilter, WhoseFilter } from '../kit/filters.tsx'
import { stateColour } from '../kit/states.ts'
import { useManages } from '../kit/useManages.ts'

const states = ['held', 'lapsed', 'suspended', 'unconfirmed'] as const
const whose = ['mine'] as const

/** What people hold and until when: one's own, of those whom one supervises, and for administrators everybody's. */
export function QualificationsPage() {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { organisation_id, user } = useSession()
  const administers = useManages(organisation_id!)
  const [state] = useFilter('state', states)
  const [of] = useFilter('of', whose)
  const [, change] = useAddress()
  return (
    <ListPage
      title={t('cpd:qualifications.title')}
      create={{ to: paths.qualification(), label: t('cpd:qualifications.add'), whenEmpty: true }}
      resource="devqualification"
      schema={schema}
      filters={{
        organisation_id: organisation_id!,
        ...(state && { state }),
        ...(of === 'mine' && { user_id: user!.id }),
      }}
      columns={[
        { name: 'name' },
        { name: 'type' },
        { name: 'person', ...(!administers && { hidden: true as const }) },
        { name: 'issuer', hidden: true },
        {
          name: 'expires_on',
          show: ({ expires_on, extended_until }) => {
            const last = extended_until ?? expires_on
            return last ? day(last) : t('cpd:qualifications.never')
          },
        },
        {
          name: 'state',
          show: ({ state }) => (
            <Badge variant="light" color={stateColour(state)}>
              {t(`cpd:qualifications.states.${state}`)}
            </Badge>
          ),
        },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.qualification({ id })}
      empty={state || of ? t('cpd:qualifications.noneMatch') : t('cpd:qualifications.empty')}
    >
      <FilterGroup
        count={[state, of].filter(Boolean).length}
        clear={() => change((before) => withFilters(before, { state: null, of: null }))}
      >
        <WhoseFilter values={whose} />
        <StateFilter values={states} textOf={(each) => t(`cpd:qualifications.states.${each}`)} />
      </FilterGroup>
    </ListPage>
  )
}
