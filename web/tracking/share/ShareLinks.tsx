import { Alert, Button, CloseButton, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { backendOrigin } from '../../core/backend/backend.ts'
import { paths } from '../../core/paths.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { Copyable } from '../../kit/copy/Copyable.tsx'
import { useTimes } from '../../kit/format/useTimes.ts'
import { keys } from '../keys.ts'
import type { Tracker } from '../types.ts'
import classes from './Share.module.css'

/** Hours of each unit. The server takes links of at most a month. */
const units = { hours: 1, days: 24 } as const
const longest = 31 * 24

/** Creates and revokes links to a tracker's live position. */
export function ShareLinks({ tracker }: { tracker: Tracker }) {
  const { t } = useTranslation()
  const [count, setCount] = useState('24')
  const [unit, setUnit] = useState<keyof typeof units>('hours')
  const lasts = Number(count) * units[unit]
  const possible = lasts > 0 && lasts <= longest
  const [made, setMade] = useState<string | null>(null)
  const open = useQuery({ queryKey: keys.shareLinks(tracker.id), queryFn: () => openLinks(tracker.id), staleTime: 0 })

  const { busy, run } = useAction({ after: () => open.refetch(), failed: t('tracking:share.failed') })
  const create = async () => {
    const expires_at = new Date(Date.now() + lasts * 3600_000).toISOString()
    const { data } = await client.create('sharelink', { tracker_id: tracker.id, expires_at })
    setMade(backendOrigin() + paths.share(String(data.token)))
  }
  const revoke = async (id: number) => {
    await client.remove('sharelink', id)
    setMade(null)
  }
  return (
    <Stack>
      <Text size="sm">{t('tracking:share.text')}</Text>
      <div className={classes.make}>
        <TextInput
          label={t('tracking:share.lasts')}
          type="number"
          min={1}
          max={longest / units[unit]}
          value={count}
          error={!possible && t('tracking:share.longest', { count: longest / units[unit] })}
          onChange={(event) => setCount(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label={t('tracking:share.unit')}
          data={Object.keys(units).map((value) => ({
            value,
            label: t(`tracking:share.${value as keyof typeof units}`),
          }))}
          value={unit}
          onChange={(event) => setUnit(event.currentTarget.value as keyof typeof units)}
        />
        <Button loading={busy} disabled={!possible} onClick={() => run(create)}>
          {t('tracking:share.create')}
        </Button>
      </div>
      {made && (
        <Alert color="teal" title={t('tracking:share.once')}>
          <div className={classes.link}>
            <Copyable what={t('tracking:share.link')} text={made} />
          </div>
        </Alert>
      )}
      {open.isError && <Text c="red">{t('tracking:share.listFailed')}</Text>}
      {open.data && open.data.length > 0 && (
        <Links links={open.data} busy={busy} revoke={(id) => run(() => revoke(id), t('tracking:share.revoked'))} />
      )}
    </Stack>
  )
}

function Links({ links, busy, revoke }: { links: ShareLink[]; busy: boolean; revoke: (id: number) => void }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {t('tracking:share.open')}
      </Title>
      <ul className={classes.links}>
        {links.map(({ id, expires_at }) => (
          <li key={id}>
            {t('tracking:share.until', { time: moment(expires_at) })}
            <CloseButton aria-label={t('tracking:share.revoke')} disabled={busy} onClick={() => revoke(id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

async function openLinks(tracker_id: number): Promise<ShareLink[]> {
  return (await guarded(client.list('sharelink', { tracker_id, open: true, sort: '-expires_at', limit: 100 }))).data
}

type ShareLink = Row<'sharelink'>
