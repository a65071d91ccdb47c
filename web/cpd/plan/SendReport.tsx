import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { AccountFields } from '../../kit/forms/AccountFields.tsx'
import { choiceOf } from '../../kit/forms/labels.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { showProblem, showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { uuid } from '../offline/uuid.ts'

/** Sends the report of a plan to an address, and shows what was sent and whether it has arrived. */
export function SendReport({ plan_id }: { plan_id: number }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  // A repeated request sends one mail.
  const [key, setKey] = useState(uuid)
  const { data: sent = [] } = useQuery({
    queryKey: keys.sentReports(plan_id),
    queryFn: async () => (await guarded(client.act('GET cpd/sendreport', { plan_id }))).data,
    staleTime: 0,
  })
  return (
    <Section title={t('cpd:report.title')} text={t('cpd:report.text')} apart>
      {sent.length > 0 && (
        <Facts
          facts={sent.map(({ sent_to, state, reason, created_at }) => [
            moment(created_at),
            [sent_to, state && choiceOf(t, state), reason].filter(Boolean).join(' · '),
          ])}
        />
      )}
      <AccountFields
        key={key}
        fields={[{ name: 'to', type: 'email', label: t('cpd:report.to') }]}
        submit={t('cpd:report.send')}
        send={async ({ to }) => {
          const { message, info } = await guarded(client.act('POST cpd/sendreport', { plan_id, to: to! }, key))
          if (info?.warning) showProblem(info.warning)
          else showSuccess(message!)
          setKey(uuid())
          await queries.invalidateQueries({ queryKey: keys.sentReports(plan_id) })
        }}
      />
    </Section>
  )
}
