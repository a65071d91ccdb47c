import schema from 'virtual:resource/procedure'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { StateFilter, WhoseFilter } from '../kit/filters.tsx'
import { Unsent } from '../kit/Unsent.tsx'
import { useWhose, whose } from '../kit/useWhose.ts'
import { Logbook } from './Logbook.tsx'

const states = ['draft', 'for_review', 'approved', 'returned'] as const
const roles = ['surgeon', 'first_assistant', 'second_assistant', 'observer', 'supervisor'] as const

/** The person's logbook, and the cases that wait for their approval. */
export function ProceduresPage() {
  const { t } = useTranslation()
  const { organisation_id, user } = useSession()
  const [state] = useFilter('state', states)
  const [role] = useFilter('role', roles)
  const { of, chosen, any } = useWhose('procedure', organisation_id!)
  const [, change] = useAddress()
  return (
    <ListPage
      title={t('cpd:procedures.title')}
      links={[{ to: paths.cpdImport({ kind: 'procedures' }), label: t('cpd:import.link') }]}
      actions={<Logbook query={{ organisation_id: organisation_id!, user_id: user!.id }} />}
      create={{ to: paths.procedureEdit(), label: t('cpd:procedures.add'), whenEmpty: true }}
      resource="procedure"
      schema={schema}
      filters={{
        organisation_id: organisation_id!,
        ...(of === 'waiting' && { waiting: true }),
        ...(of === 'mine' && { user_id: user!.id }),
        ...(state && { state }),
        ...(role && { role }),
      }}
      columns={[
        { name: 'case_number', show: ({ case_number }) => t('cpd:procedures.case', { number: case_number }) },
        { name: 'person', ...(of === 'mine' && { hidden: true as const }) },
        { name: 'date' },
        { name: 'type' },
        { name: 'modality' },
        { name: 'region', hidden: true },
        { name: 'role', show: ({ role }) => (role ? choiceOf(t, role) : '') },
        { name: 'supervision', hidden: true },
        { name: 'supervisor', hidden: true },
        { name: 'nhi', hidden: true },
        { name: 'state', show: ({ state }) => choiceOf(t, state) },
      ]}
      nameOf={({ case_number }) => t('cpd:procedures.case', { number: case_number })}
      open={({ id }) => paths.procedure({ id })}
      empty={state || role || of !== 'mine' ? t('cpd:procedures.noneMatch') : t('cpd:procedures.empty')}
    >
      <Unsent kinds={['procedure']} />
      <FilterGroup
        count={[state, role, chosen].filter(Boolean).length}
        clear={() => change((before) => withFilters(before, { state: null, role: null, of: null }))}
      >
        <WhoseFilter values={whose} any={any} />
        <StateFilter values={states} />
        <SelectFilter
          name="role"
          values={roles}
          label={t('cpd:fields.procedure.role')}
          textOf={(each) => choiceOf(t, each)}
        />
      </FilterGroup>
    </ListPage>
  )
}
