import { Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays } from '#api/billing/money/days.ts'
import type { Row } from '#api/client.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { dayOf } from '../../kit/format/zoned.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { pauseSubscription } from './actions.ts'

/** Pauses a membership: from when, until when, why, and what that means. */
export function PauseDialog({ subscription, close }: { subscription: Row<'subscription'>; close: () => void }) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  const today = dayOf(Date.now(), timezone)
  const { id, year_begins, period_ends_on } = subscription
  const [from_on, setFrom] = useState(today)
  const [until_on, setUntil] = useState(addDays(today, 89))
  const [reason, setReason] = useState('')
  const can_extend = year_begins === null && period_ends_on !== null
  const [extended, setExtended] = useState(can_extend)
  const [opens, setOpens] = useState(false)
  const run = async () => {
    await pauseSubscription({ id, from_on, until_on, reason: reason.trim(), extends: extended, opens })
    showSuccess(t('billing:pauses.paused'))
  }
  return (
    <ActionDialog
      title={t('billing:pauses.pause')}
      text={t('billing:pauses.text')}
      submit={t('billing:pauses.pause')}
      disabled={!from_on || !until_on || reason.trim() === ''}
      fields={['from_on', 'until_on', 'reason']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <DateInput label={t('billing:pauses.from')} value={from_on} onChange={setFrom} error={errorOf('from_on')} />
          <DateInput
            label={t('billing:pauses.until')}
            value={until_on}
            onChange={setUntil}
            error={errorOf('until_on')}
          />
          <Textarea
            label={t('billing:pauses.reason')}
            description={t('billing:pauses.reasonText')}
            maxLength={500}
            autosize
            minRows={2}
            value={reason}
            error={errorOf('reason')}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {can_extend && (
            <Checkbox
              label={t('billing:pauses.extends')}
              checked={extended}
              onChange={(event) => setExtended(event.currentTarget.checked)}
            />
          )}
          <Checkbox
            label={t('billing:pauses.opens')}
            checked={opens}
            onChange={(event) => setOpens(event.currentTarget.checked)}
          />
        </>
      )}
    </ActionDialog>
  )
}
