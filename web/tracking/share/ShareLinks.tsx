import { CloseButton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { keys } from '../keys.ts'
import type { Tracker } from '../types.ts'
import { MadeLink } from './MadeLink.tsx'
import classes from './Share.module.css'
import { ShareForm } from './ShareForm.tsx'
import type { ShareLink } from './subject.ts'

/** Creates and revokes links to a tracker's live position. */
export function ShareLinks({ tracker }: { tracker: Tracker }) {
  const { t } = useTranslation()
  const { id: tracker_id, organisation_id } = tracker
  const [made, setMade] = useState<string | null>(null)
  const open = useQuery({ queryKey: keys.shareLinks(tracker_id), queryFn: () => openLinks(tracker_id), staleTime: 0 })
  const { busy, run } = useAction({ after: () => open.refetch(), failed: t('tracking:share.failed') })
  const revoke = async (id: number) => {
    await client.remove('sharelink', id)
    setMade(null)
  }
  const onMade = async (token: string) => {
    setMade(token)
    await open.refetch()
  }
  return (
    <Stack>
      <Text size="sm">{t('tracking:share.text')}</Text>
      <ShareForm subject={{ organisation_id, tracker_id }} onMade={onMade} />
      {made && <MadeLink token={made} />}
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
        {links.map(({ id, name, expires_at, views }) => (
          <li key={id}>
            {name && `${name}: `}
            {t('tracking:share.until', { time: moment(expires_at) })}
            {views > 0 && ` · ${t('tracking:share.opened', { count: views })}`}
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
