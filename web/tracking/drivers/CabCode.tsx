import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { backendOrigin } from '../../core/backend/backend.ts'
import { paths } from '../../core/paths.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { Copyable } from '../../kit/copy/Copyable.tsx'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Section } from '../../kit/page/Section.tsx'
import { QrCode } from '../../kit/ui/QrCode.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'

/** A QR code for the cab of a tracker, which is shown once, to be printed. */
export function CabCode({ tracker_id }: { tracker_id: number }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { busy, run } = useAction()
  const [code, setCode] = useState<string | null>(null)
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: keys.cabCode(tracker_id),
    queryFn: async () => (await guarded(client.act('GET tracker/cabcode', { id: tracker_id }))).data,
  })
  const changed = () => queries.invalidateQueries({ queryKey: keys.cabCode(tracker_id) })
  const make = async () => {
    setCode((await guarded(client.act('POST tracker/cabcode', { id: tracker_id }))).data.code)
    await changed()
  }
  const end = async () => {
    await guarded(client.act('DELETE tracker/cabcode', { id: tracker_id }))
    setCode(null)
    await changed()
    showSuccess(t('tracking:cab.endDone'))
  }
  return (
    <Section title={t('tracking:cab.title')} text={t('tracking:cab.text')} apart>
      {code && <MadeCode address={backendOrigin() + paths.cab(code)} />}
      {data?.made_at && !code && <Text>{t('tracking:cab.madeOn', { day: moment(data.made_at) })}</Text>}
      <Group>
        {data?.made_at ? (
          <>
            <ConfirmButton label={t('tracking:cab.again')} run={make} />
            <ConfirmButton label={t('tracking:cab.end')} run={end} dangerous />
          </>
        ) : (
          <Button variant="default" loading={busy} disabled={!data} onClick={() => run(make)}>
            {t('tracking:cab.make')}
          </Button>
        )}
      </Group>
    </Section>
  )
}

function MadeCode({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <Alert color="teal" title={t('tracking:cab.once')}>
      <Stack gap="sm">
        <Copyable what={t('tracking:cab.title')} text={address} />
        <QrCode text={address} label={t('tracking:cab.title')} />
        <Text size="sm">{t('tracking:cab.print')}</Text>
      </Stack>
    </Alert>
  )
}
