import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { AccountFields } from '../../kit/forms/AccountFields.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { ConfirmButton } from '../../kit/ui/ConfirmButton.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'

type Props = { cycle: Row<'devcycle'> }

/** Closes a cycle: each person's result is kept as it is. */
export function CloseCycle({ cycle }: Props) {
  const { t } = useTranslation()
  const { run } = useAction()
  const close = () => run(() => takeStep('POST devcycle/expire', { id: cycle.id }), t('cpd:cycles.closed'))
  if (!cycle.over) return <CloseEarly cycle={cycle} />
  return (
    <Section title={t('cpd:cycles.close')} text={t('cpd:cycles.closeText')} apart>
      <ConfirmButton label={t('cpd:cycles.close')} run={close} dangerous />
    </Section>
  )
}

/** Before its last day is over, a cycle is closed by who types its name. */
function CloseEarly({ cycle }: Props) {
  const { t } = useTranslation()
  const { day } = useTimes()
  return (
    <Section title={t('cpd:cycles.close')} text={t('cpd:cycles.closeEarly', { day: day(cycle.end) })} apart>
      <AccountFields
        fields={[{ name: 'name', type: 'text', label: t('cpd:cycles.typeName', { name: cycle.name }) }]}
        submit={t('cpd:cycles.close')}
        send={async ({ name }) => {
          await takeStep('POST devcycle/expire', { id: cycle.id, name: name! })
          showSuccess(t('cpd:cycles.closed'))
        }}
      />
    </Section>
  )
}

/** Opens a closed cycle again, with the reason, which is in the audit log. */
export function ReopenCycle({ cycle }: Props) {
  const { t } = useTranslation()
  return (
    <Section title={t('cpd:cycles.reopen')} text={t('cpd:cycles.reopenText')} apart>
      <AccountFields
        fields={[{ name: 'reason', type: 'long', label: t('cpd:cycles.reason') }]}
        submit={t('cpd:cycles.reopen')}
        send={async ({ reason }) => {
          await takeStep('POST devcycle/reopen', { id: cycle.id, reason: reason! })
          showSuccess(t('cpd:cycles.reopened'))
        }}
      />
    </Section>
  )
}
