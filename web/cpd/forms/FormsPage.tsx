import schema from 'virtual:resource/devform'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'

const states = ['draft', 'submitted', 'agreed', 'returned'] as const

/** Forms about the person, by them, and about those whom they supervise. */
export function FormsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [state] = useFilter('state', states)
  return (
    <ListPage
      title={t('cpd:forms.title')}
      create={{ to: paths.formEdit(), label: t('cpd:forms.add'), whenEmpty: true }}
      resource="devform"
      schema={schema}
      filters={{ organisation_id, ...(state && { state }) }}
      columns={[
        { name: 'template' },
        { name: 'person' },
        { name: 'filled_by' },
        { name: 'state', show: ({ state }) => choiceOf(t, state) },
        { name: 'submitted_at' },
      ]}
      nameOf={({ template }) => template}
      open={({ id }) => paths.form({ id })}
      empty={state ? t('cpd:forms.noneMatch') : t('cpd:forms.empty')}
    >
      <SelectFilter
        name="state"
        values={states}
        label={t('cpd:activities.state')}
        textOf={(each) => choiceOf(t, each)}
      />
    </ListPage>
  )
}
