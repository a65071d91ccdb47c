import schema from 'virtual:resource/datalock'
import { Button, Group, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { fromLocal, toLocal } from '../../kit/format/zoned.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { List } from '../../kit/lists/List.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { useNames } from '../../people/users/useNames.ts'

/** Lists data locks and adds one. */
export function DataLocks({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const nameOfUser = useNames(organisation_id)
  return (
    <>
      <NewLock organisation_id={organisation_id} />
      <List
        resource="datalock"
        schema={schema}
        filters={{ organisation_id }}
        columns={[
          { name: 'locked_until' },
          { name: 'reason' },
          { name: 'created_by_user_id', show: ({ created_by_user_id }) => nameOfUser(created_by_user_id) },
          { name: 'created_at' },
        ]}
        nameOf={({ locked_until }) => locked_until}
        bulk={[
          {
            label: t('organisations:organisation.lift'),
            ask: (count) => t('organisations:organisation.confirmLift', { count }),
            run: ({ id }) => client.remove('datalock', id),
          },
        ]}
        empty={t('organisations:organisation.noLocks')}
      />
    </>
  )
}

function NewLock({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  const { busy, refusal, send } = useSending()
  const [until, setUntil] = useState(() => toLocal(Date.now(), timezone))
  const [reason, setReason] = useState('')
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    await send(async () => {
      const locked_until = fromLocal(until, timezone)!
      await guarded(client.create('datalock', { organisation_id, locked_until, reason: reason.trim() || null }))
      showSuccess(t('organisations:organisation.locked'))
      setReason('')
      await refresh('datalock')
    })
  }
  return (
    <Section title={t('organisations:organisation.lockTitle')} text={t('organisations:organisation.lockText')}>
      <form onSubmit={submit}>
        {refusal?.field !== 'locked_until' && <RefusalAlert refusal={refusal} />}
        <Group align="flex-end">
          <DateInput
            with_time
            label={t('organisations:organisation.lockUntil')}
            description={timezone}
            value={until}
            error={refusal?.field === 'locked_until' && refusal.message}
            onChange={setUntil}
          />
          <TextInput
            label={t('organisations:organisation.lockReason')}
            value={reason}
            maxLength={1000}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button type="submit" loading={busy} disabled={fromLocal(until, timezone) === null}>
            {t('organisations:organisation.lock')}
          </Button>
        </Group>
      </form>
    </Section>
  )
}
