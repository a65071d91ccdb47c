import schema from 'virtual:resource/devfeedback'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { WhoseFilter } from '../kit/filters.tsx'
import { RoundState } from './RoundState.tsx'

const whose = ['mine', 'waiting'] as const

/** Rounds of feedback: one's own, closed ones of those whom one supervises, and for administrators everybody's. */
export function RoundsPage() {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { organisation_id, user } = useSession()
  const [of] = useFilter('of', whose)
  const [, change] = useAddress()
  return (
    <ListPage
      title={t('cpd:feedback.title')}
      create={{ to: paths.feedbackRoundNew(), label: t('cpd:feedback.add'), whenEmpty: true }}
      resource="devfeedback"
      schema={schema}
      filters={{
        organisation_id: organisation_id!,
        ...(of === 'mine' && { user_id: user!.id }),
        ...(of === 'waiting' && { waiting: true }),
      }}
      columns={[
        { name: 'template' },
        { name: 'person' },
        { name: 'open', show: (round) => <RoundState round={round} /> },
        { name: 'asked' },
        { name: 'answered' },
        { name: 'closes_on', show: ({ closes_on }) => day(closes_on) },
        { name: 'created_at', hidden: true },
      ]}
      nameOf={({ template, person }) => [template, person].join(', ')}
      open={({ id }) => paths.feedbackRound({ id })}
      empty={of ? t('cpd:feedback.noneMatch') : t('cpd:feedback.empty')}
    >
      <FilterGroup count={of ? 1 : 0} clear={() => change((before) => withFilters(before, { of: null }))}>
        <WhoseFilter values={whose} />
      </FilterGroup>
    </ListPage>
  )
}
