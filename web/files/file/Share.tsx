import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Command } from '../../kit/ui/Command.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import type { StoredFile } from '../types.ts'

const days = [1, 7, 30, 90, 365] as const

/** A link that shows the file without sign-in, until a time. */
export function Share({ file }: { file: StoredFile }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const now = useNow(30_000)
  const [lasting, setLasting] = useState('7')
  const { busy, refusal, send } = useSending()
  const { id, public_until, public_url } = file
  const isShared = public_until !== null && Date.parse(public_until) > now

  const share = () =>
    send(async () => {
      const until = new Date(Date.now() + Number(lasting) * 86_400_000).toISOString()
      await guarded(client.act('POST file/share', { id, public_until: until }))
      await shown(id)
    })
  const end = () =>
    send(async () => {
      await guarded(client.act('DELETE file/share', { id }))
      showSuccess(t('files:share.ended'))
      await shown(id)
    })

  return (
    <Section title={t('files:share.title')} text={t('files:share.text')} apart>
      <Stack gap="md" maw={640}>
        <RefusalAlert refusal={refusal} />
        {isShared && <Text>{t('files:share.until', { time: moment(public_until) })}</Text>}
        {isShared &&
          (public_url ? <Command what={t('files:share.link')} text={public_url} /> : t('files:share.unknown'))}
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
