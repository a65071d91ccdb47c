import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { useAction } from '../../kit/actions/useAction.ts'
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
  return (
    <Section title={t('cpd:cycles.close')} text={t('cpd:cycles.closeText')} apart>
      <ConfirmButton label={t('cpd:cycles.close')} run={close} dangerous />
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
