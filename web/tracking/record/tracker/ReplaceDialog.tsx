import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../../core/api.ts'
import { installation } from '../../../core/installation.ts'
import { ActionDialog } from '../../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../../kit/lists/useBulk.ts'
import { nameOf } from '../../kit/state.ts'
import { MethodSelect } from '../../trackers/connect/MethodSelect.tsx'
import { type Method, transportOf } from '../../trackers/connect/methods.ts'
import type { NewToken } from '../../trackers/newToken.ts'
import type { Tracker } from '../../types.ts'

/** Another device for the same tracker: its number, and how it reports. */
export function ReplaceDialog({ tracker, onToken, close }: Props) {
  const { t } = useTranslation()
  const { id } = tracker
  const [number, setNumber] = useState('')
  const [method, setMethod] = useState<Method | null>(null)
  const { data: server } = useQuery(installation)
  const run = async () => {
    const how = method !== null && { transports: [transportOf(method)] }
    const { data } = await guarded(client.act('POST tracker/replace', { id, number, ...how }))
    await refresh('tracker')
    const transports = method === null ? tracker.transports : [transportOf(method)]
    onToken({ tracker: { ...tracker, number: data.number, transports, device_token: data.device_token } })
  }
  return (
    <ActionDialog
      title={t('tracking:replace.title', { name: nameOf(tracker) })}
      text={t('tracking:replace.text', { number: tracker.number })}
      submit={t('tracking:replace.submit')}
      disabled={number.trim() === ''}
      fields={['number']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('tracking:replace.number')}
            value={number}
            error={errorOf('number')}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => setNumber(currentTarget.value)}
          />
          <MethodSelect
            label={t('tracking:connect.how')}
            description={t('tracking:replace.howText')}
            devices={server?.devices ?? []}
            value={method}
            none={t('tracking:replace.same')}
            onChange={setMethod}
          />
        </>
      )}
    </ActionDialog>
  )
}

type Props = { tracker: Tracker; onToken: (made: NewToken) => void; close: () => void }
