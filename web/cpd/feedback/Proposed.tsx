import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { Decision } from '../kit/Decision.tsx'
import { Notice } from '../kit/Notice.tsx'
import { useManages } from '../kit/useManages.ts'
import { approverOf, colleaguesOf, People } from './Colleagues.tsx'

/** The list that waits: for who decides on it, and for the person, who waits. */
export function Proposed({ round, decides, is_own }: { round: Row<'devfeedback'>; decides: boolean; is_own: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { moment } = useTimes()
  const manages = useManages(round.organisation_id)
  const { data: colleagues = [] } = useQuery(colleaguesOf(round.id))
  const { id, proposed_at, person } = round
  const proposed = colleagues.filter((one) => one.proposed)
  return (
    <>
      {is_own && (
        <Notice tone="info" title={t('cpd:feedback.waits')} role="status">
          {t(`cpd:feedback.waitsFor.${approverOf(round)}`, { day: proposed_at && moment(proposed_at) })}
        </Notice>
      )}
      <Section title={t('cpd:feedback.proposed')} {...(decides && { text: t('cpd:feedback.proposedBy', { person }) })}>
        <People people={proposed} />
      </Section>
      {decides && (
        <Decision
          accept={t('cpd:feedback.approve')}
          text={t('cpd:feedback.approveText')}
          refuse={{ label: t('cpd:feedback.refuse'), hint: t('cpd:feedback.refuseHint', { person }) }}
          decide={async (approved, text) => {
            const list = { id, ...(proposed_at && { proposed_at }) }
            await guarded(
              approved
                ? client.act('POST devfeedback/approve', list)
                : client.act('POST devfeedback/refuse', { ...list, text }),
            )
            if (manages) await refresh('devfeedback')
            else {
              // It is the person's again, which supervisors do not see until it is closed: this page asks for nothing more.
              await queries.invalidateQueries({ queryKey: queryKeys.rows('devfeedback'), refetchType: 'none' })
              navigate(paths.feedbackRounds())
            }
            showSuccess(t(approved ? 'cpd:feedback.sent' : 'cpd:feedback.refusedNow'))
          }}
        />
      )}
    </>
  )
}
