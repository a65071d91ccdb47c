import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import type { StoredFile } from '../../core/types.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Command } from '../../kit/ui/Command.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'

const days = [1, 7, 30, 90, 365] as const

/** A link that shows the file without sign-in, until a time. The server knows only its hash, so it is shown once. */
export function Share({ file }: { file: StoredFile }) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const now = useNow(30_000)
  const [lasting, setLasting] = useState('7')
  const [url, setUrl] = useState<string | null>(null)
  const { busy, refusal, send } = useSending()
  const { id, public_until } = file
  const isShared = public_until !== null && Date.parse(public_until) > now

  const share = () =>
    send(async () => {
      const until = new Date(Date.now() + Number(lasting) * 86_400_000).toISOString()
      const { data } = await guarded(client.call('POST', 'file/share', { id, public_until: until }))
      setUrl(data.public_url)
      await shown(id)
    })
  const end = () =>
    send(async () => {
      await guarded(client.call('DELETE', 'file/share', { id }))
      setUrl(null)
      showSuccess(t('files:share.ended'))
      await shown(id)
    })

  return (
    <Section title={t('files:share.title')} text={t('files:share.text')} apart>
      <Stack gap="md" maw={640}>
        <RefusalAlert refusal={refusal} />
        {isShared && <Text>{t('files:share.until', { time: time(public_until, now) })}</Text>}
        {url && (
          <Alert color="teal" variant="light" title={t('files:share.once')}>
            <Command what={t('files:share.link')} text={url} />
          </Alert>
        )}
        <Group gap="sm" align="end">
          <Select
            label={t('files:share.lasting')}
            allowDeselect={false}
            data={days.map((count) => ({ value: String(count), label: t('files:share.days', { count }) }))}
            value={lasting}
            onChange={(value) => value && setLasting(value)}
            w={160}
          />
          <Button variant="default" loading={busy} onClick={share}>
            {t(isShared ? 'files:share.replace' : 'files:share.make')}
          </Button>
          {isShared && (
            <Button variant="default" disabled={busy} onClick={end}>
              {t('files:share.end')}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  )
}

async function shown(id: number): Promise<void> {
  await queries.invalidateQueries({ queryKey: queryKeys.record('file', id) })
  await refresh('file')
}
