import schema from 'virtual:resource/devform'
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

const whose = ['waiting'] as const
const states = ['draft', 'submitted', 'agreed', 'returned'] as const

/** Forms about the person, by them, and about those whom they supervise. */
export function FormsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [state] = useFilter('state', states)
  const [of] = useFilter('of', whose)
  const [, change] = useAddress()
  return (
    <ListPage
      title={t('cpd:forms.title')}
      create={{ to: paths.formEdit(), label: t('cpd:forms.add'), whenEmpty: true }}
      resource="devform"
      schema={schema}
      filters={{ organisation_id, ...(state && { state }), ...(of && { waiting: true }) }}
      columns={[
        { name: 'template' },
        { name: 'person' },
        { name: 'filled_by' },
        { name: 'state', show: ({ state }) => choiceOf(t, state) },
        { name: 'submitted_at' },
      ]}
      nameOf={({ template }) => template}
      open={({ id }) => paths.form({ id })}
      empty={state || of ? t('cpd:forms.noneMatch') : t('cpd:forms.empty')}
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
