import schema from 'virtual:resource/cpdassessment'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { WhoseFilter } from '../kit/filters.tsx'

const whose = ['mine', 'waiting'] as const

/** Assessments: one's own, those that one is asked for, and those of people whom one supervises. */
export function AssessmentsPage() {
  const { t } = useTranslation()
  const { organisation_id, user } = useSession()
  const [of] = useFilter('of', whose)
  const [, change] = useAddress()
  return (
    <ListPage
      title={t('cpd:epas.assessments')}
      create={{ to: paths.assessmentNew(), label: t('cpd:epas.ask'), whenEmpty: true }}
      actions={
        <Button component={Link} to={paths.epaProgress()} variant="default">
          {t('cpd:epas.progress')}
        </Button>
      }
      resource="cpdassessment"
      schema={schema}
      filters={{
        organisation_id: organisation_id!,
        ...(of === 'mine' && { user_id: user!.id }),
        ...(of === 'waiting' && { waiting: true }),
      }}
      columns={[
        { name: 'epa' },
        { name: 'person' },
        { name: 'observed_on' },
        { name: 'level', show: ({ level }) => level ?? t('cpd:epas.waits') },
        { name: 'assessor' },
        { name: 'rotation', hidden: true },
      ]}
      nameOf={({ epa, person }) => [epa, person].join(', ')}
      open={({ id }) => paths.assessmentOf({ id })}
      empty={of ? t('cpd:epas.noneMatch') : t('cpd:epas.noAssessments')}
    >
      <FilterGroup count={of ? 1 : 0} clear={() => change((before) => withFilters(before, { of: null }))}>
        <WhoseFilter values={whose} />
      </FilterGroup>
    </ListPage>
  )
}
