import schema from 'virtual:resource/cpdrotation'
import { Badge, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { WhoseFilter } from '../kit/filters.tsx'
import { phaseColour, phases, supervisorNames } from './phases.ts'

const whose = ['mine', 'waiting'] as const

/** Rotations: one's own, those that one supervises or has supervised, and for administrators everybody's. */
export function RotationsPage() {
  const { t } = useTranslation()
  const { organisation_id, user } = useSession()
  const [phase] = useFilter('phase', phases)
  const [of] = useFilter('of', whose)
  const [, change] = useAddress()
  return (
    <ListPage
      title={t('cpd:rotations.title')}
      create={{ to: paths.rotationNew(), label: t('cpd:rotations.add'), whenEmpty: true }}
      actions={
        <Button component={Link} to={paths.cpdImport({ kind: 'rotations' })} variant="default">
          {t('cpd:import.link')}
        </Button>
      }
      resource="cpdrotation"
      schema={schema}
      filters={{
        organisation_id: organisation_id!,
        ...(phase && { phase }),
        ...(of === 'mine' && { user_id: user!.id }),
        ...(of === 'waiting' && { waiting: true }),
      }}
      columns={[
        { name: 'place' },
        { name: 'specialty' },
        { name: 'person' },
        { name: 'begins' },
        { name: 'ends' },
        {
          name: 'phase',
          show: ({ phase }) => (
            <Badge variant="light" color={phaseColour(phase)} miw="max-content">
              {t(`cpd:rotations.phases.${phase}`)}
            </Badge>
          ),
        },
        { name: 'supervisors', show: ({ supervisors }) => supervisorNames(supervisors) || '–' },
        { name: 'percent', show: ({ percent }) => t('cpd:rotations.percent', { percent }), hidden: true },
        { name: 'assessed_on', hidden: true },
      ]}
      nameOf={({ place, person }) => [place, person].join(', ')}
      open={({ id }) => paths.rotation({ id })}
      empty={phase || of ? t('cpd:rotations.noneMatch') : t('cpd:rotations.empty')}
    >
      <FilterGroup
        count={[phase, of].filter(Boolean).length}
        clear={() => change((before) => withFilters(before, { phase: null, of: null }))}
      >
        <WhoseFilter values={whose} />
        <SelectFilter
          name="phase"
          label={t('cpd:rotations.phase')}
          values={phases}
          textOf={(value) => t(`cpd:rotations.phases.${value}`)}
        />
      </FilterGroup>
    </ListPage>
  )
}
