import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { AccountFields } from '../../kit/forms/AccountFields.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { Notice } from '../kit/Notice.tsx'
import { useManages } from '../kit/useManages.ts'

type Props = { plan: Row<'devplan'>; is_own: boolean }

/** A period of the person's own is closed when it is over; an administrator opens it again, for others only. */
export function OwnPeriod({ plan, is_own }: Props) {
  const { t } = useTranslation()
  const { day, moment } = useTimes()
  const opens = useManages(plan.organisation_id) && !is_own
  const { id, own_closed, closed_at, closed_from, closed_to } = plan
  if (!own_closed || closed_at === null) return null
  const period = { start: day(closed_from!), end: day(closed_to!), time: moment(closed_at) }
  return (
    <>
      <Notice tone="info">{t('cpd:ownPeriod.closed', period)}</Notice>
      {opens && (
        <Section title={t('cpd:ownPeriod.open')} text={t('cpd:ownPeriod.openText')} apart>
          <AccountFields
            fields={[{ name: 'reason', type: 'long', label: t('cpd:cycles.reason') }]}
            submit={t('cpd:ownPeriod.open')}
            send={async ({ reason }) => {
              await takeStep('POST devplan/reopen', { id, reason: reason! })
              showSuccess(t('cpd:ownPeriod.opened'))
            }}
          />
        </Section>
      )}
    </>
  )
}
