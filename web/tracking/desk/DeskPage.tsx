import { Badge, Button, Group, Alert as Note } from '@mantine/core'
import { IconArrowsMaximize, IconArrowsMinimize, IconBell, IconBellOff } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/ui/Icon.tsx'
import { AcknowledgeDialog } from '../alerts/AcknowledgeDialog.tsx'
import { alertKinds } from '../alerts/alertFilters.ts'
import { waits } from '../waiting.ts'
import classes from './Desk.module.css'
import { DeskFilter } from './DeskFilter.tsx'
import { DeskList } from './DeskList.tsx'
import { useDesk } from './useDesk.ts'
import { useDeskAlerts } from './useDeskAlerts.ts'
import { useIconCount } from './useIconCount.ts'
import { useSound } from './useSound.ts'
import { useWall } from './useWall.ts'

const DeskMap = lazy(() => import('./DeskMap.tsx'))

/** The alerts that are open, for people who watch them all day: what waits first, with a sound, keys and a wall view. */
export function DeskPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [params, change] = useAddress()
  const filters = {
    kind: alertKinds.find((kind) => kind === params.get('kind')) ?? null,
    group: Number(params.get('group')) || null,
  }
  const now = useNow(5000)
  const { alerts, fresh, total, isError, refetch, replace } = useDeskAlerts(organisation_id, filters, now)
  const waiting = alerts?.filter((alert) => waits(alert, now)) ?? []
  const sound = useSound(fresh)
  useIconCount(waiting.length)
  const [noting, setNoting] = useState<number | null>(null)
  const wall = useWall()
  const desk = useDesk(alerts ?? [], { replace, note: setNoting, toggleSound: sound.toggle, toggleWall: wall.toggle })
  const noted = alerts?.find(({ id }) => id === noting)
  const title = t('tracking:desk.title')
  return (
    <div ref={wall.ref} className={classes.desk} data-wall={wall.on || undefined}>
      <Page
        title={waiting.length > 0 ? `(${waiting.length}) ${title}` : title}
        width="full"
        state={
          <Badge
            color={waiting.length > 0 ? 'red' : 'teal'}
            variant={waiting.length > 0 ? 'filled' : 'light'}
            size="lg"
          >
            {t('tracking:desk.waiting', { count: waiting.length })}
          </Badge>
        }
        actions={<DeskActions sound={sound} wall={wall} />}
      >
        <DeskFilter
          organisation_id={organisation_id}
          filters={filters}
          change={(changed) => change((before) => withFilters(before, changed))}
        />
        {isError && (
          <Note color="red" role="alert">
            {t('tracking:desk.lost')}
          </Note>
        )}
        <div className={classes.parts}>
          <DeskList alerts={alerts} total={total} now={now} desk={desk} note={setNoting} />
          {wall.on && (
            <Suspense>
              <DeskMap organisation_id={organisation_id} tracker_ids={waiting.map(({ tracker_id }) => tracker_id)} />
            </Suspense>
          )}
        </div>
        <p className={classes.keys}>{t('tracking:desk.keys')}</p>
        {noted && (
          <AcknowledgeDialog
            alerts={[noted]}
            close={() => {
              setNoting(null)
              void refetch()
            }}
          />
        )}
      </Page>
    </div>
  )
}

/** Switches the sound and the wall view. */
function DeskActions({ sound, wall }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<Icon of={sound.on ? IconBell : IconBellOff} />}
        aria-pressed={sound.on}
        onClick={sound.toggle}
      >
        {t(sound.on ? 'tracking:desk.soundOn' : 'tracking:desk.soundOff')}
      </Button>
      <Button
        variant="default"
        leftSection={<Icon of={wall.on ? IconArrowsMinimize : IconArrowsMaximize} />}
        aria-pressed={wall.on}
        onClick={wall.toggle}
      >
        {t(wall.on ? 'tracking:desk.leaveWall' : 'tracking:desk.wall')}
      </Button>
    </Group>
  )
}

type ActionsProps = { sound: ReturnType<typeof useSound>; wall: Omit<ReturnType<typeof useWall>, 'ref'> }
