import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { toSize } from '../../kit/format/size.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ListFailed } from '../../kit/lists/ListNotes.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { keys } from '../keys.ts'

/** The details of the installation: server, database, disk, delivery, keys and jobs. */
export function PlatformPage() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery({
    queryKey: keys.platform(),
    queryFn: async () => (await guarded(client.act('GET devinfo'))).data,
    staleTime: 0,
  })
  return (
    <Page title={t('site:platform.title')}>
      {isError && <ListFailed reason={null} retry={refetch} />}
      {!data && !isError && <Skeleton height={480} />}
      {data && <Details info={data} />}
    </Page>
  )
}

function Details({ info }: { info: DevInfo }) {
  const { t, i18n } = useTranslation()
  const { moment } = useTimes()
  const { database, disk, files, keys, tables } = info
  const number = (value: number) => value.toLocaleString(i18n.language)
  const diskText =
    disk && t('site:platform.diskFree', { free: toSize(disk.free_bytes), total: toSize(disk.total_bytes) })
  const stored = { count: number(files.count) as never, backend: files.backend, size: toSize(files.bytes) }
  return (
    <>
      <Section title={t('site:platform.server')} text={t('site:platform.text')}>
        <Facts
          facts={[
            [t('site:platform.version'), info.app_version],
            [t('site:platform.node'), info.node_version],
            [t('site:platform.system'), info.platform],
            [t('site:platform.started'), moment(info.started_at)],
            [t('site:platform.memory'), toSize(info.memory_bytes)],
            [t('site:platform.disk'), diskText ?? t('site:platform.unknown')],
            [t('site:platform.files'), t('site:platform.stored', stored)],
          ]}
        />
      </Section>
      <Section title={t('site:platform.database')}>
        <Facts
          facts={[
            [t('site:platform.postgres'), database.version],
            [t('site:platform.postgis'), database.postgis_version],
            [t('site:platform.size'), toSize(database.size_bytes)],
            [
              t('site:platform.migrations'),
              t('site:platform.lastMigration', {
                count: database.migrations.length,
                name: database.migrations.at(-1)!,
              }),
            ],
          ]}
        />
      </Section>
      <Delivery title={t('site:platform.mail')} of={info.mail} />
      <Delivery title={t('site:platform.sms')} of={info.sms} />
      <Section title={t('site:platform.keys')}>
        <Facts
          facts={[
            [t('site:platform.keyCount'), number(keys.count)],
            [
              t('site:platform.currentKey'),
              keys.current_since
                ? t('site:platform.keySince', { id: keys.current_id, time: moment(keys.current_since) })
                : keys.current_id,
            ],
          ]}
        />
      </Section>
      <Jobs info={info} />
      <Section title={t('site:platform.tables')}>
        <Facts
          facts={tables
            .slice(0, 8)
            .map(({ name, rows_estimated, size_bytes }) => [
              name,
              t('site:platform.rows', { count: number(Math.round(rows_estimated)) as never, size: toSize(size_bytes) }),
            ])}
        />
      </Section>
    </>
  )
}

/** Background work, and how far an upgrade is. */
function Jobs({ info: { jobs, movement } }: { info: DevInfo }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => value.toLocaleString(i18n.language)
  return (
    <Section title={t('site:platform.jobs')}>
      <Facts
        facts={[
          [t('site:platform.open'), t('site:platform.openOf', { queued: jobs.queued, running: jobs.running })],
          [t('site:platform.day'), t('site:platform.jobsDay', { done: jobs.done_day, failed: jobs.failed_day })],
          [
            t('site:platform.movement'),
            t('site:platform.movementFound', {
              found: number(movement.trackers - movement.unread),
              trackers: number(movement.trackers),
            }),
          ],
        ]}
      />
    </Section>
  )
}

function Delivery({ title, of }: { title: string; of: Deliveries }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { configured, queued, held, sent_day, failed_day, unsent_day, last_sent_at } = of
  return (
    <Section title={title}>
      <Facts
        facts={[
          [t('site:platform.provider'), t(configured ? 'site:platform.configured' : 'site:platform.notConfigured')],
          [t('site:platform.waiting'), t('site:platform.waitingOf', { queued, held })],
          [
            t('site:platform.day'),
            t('site:platform.dayOf', { sent: sent_day, failed: failed_day, unsent: unsent_day }),
          ],
          [t('site:platform.lastSent'), last_sent_at && moment(last_sent_at)],
        ]}
      />
    </Section>
  )
}

type Deliveries = DevInfo['mail']
type DevInfo = DataOf<'GET devinfo'>
