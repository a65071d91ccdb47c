import { ActionIcon, Button, Popover, RingProgress } from '@mantine/core'
import { IconArrowsTransferUpDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { hasEnded, jobsOf } from '../../core/jobs/jobs.ts'
import { useTray } from '../../core/jobs/tray.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { cancelAllUploads, clearUploads, isOpen, keepBothOfAll, useUploads } from '../upload/uploads.ts'
import { dismissJobs, isRecent, useDismissed } from './dismissed.ts'
import { JobLine } from './JobLine.tsx'
import { shareOf } from './progress.ts'
import classes from './Tray.module.css'
import { UploadLine } from './UploadLine.tsx'

/** Uploads that are shown one by one; of a large folder the rest is a number. */
const MOST_LINES = 60

/** Uploads and jobs, on every page: their progress, how they ended and what came of them. */
export default function Tray({ user_id }: { user_id: number }) {
  const { t } = useTranslation()
  const opened = useTray((tray) => tray.opened)
  const setOpened = (value: boolean) => useTray.setState({ opened: value })
  const uploads = useUploads((state) => state.uploads)
  const { data: all = [] } = useQuery(jobsOf(user_id))
  const dismissed = useDismissed((state) => state.ids)
  const now = useNow(60_000)
  const jobs = all.filter((job) => isRecent(job, now) && !(hasEnded(job) && dismissed.includes(job.id)))
  if (uploads.length === 0 && jobs.length === 0) return null

  const running = uploads.filter(isOpen).length + jobs.filter((job) => !hasEnded(job)).length
  const conflicts = uploads.filter(({ state }) => state === 'conflict').length
  const failed = uploads.filter(({ state }) => state === 'failed').length + conflicts
  const label = running > 0 ? t('files:tray.running', { count: running }) : t('files:tray.label')
  const clear = () => {
    clearUploads()
    dismissJobs(jobs.filter(hasEnded).map(({ id }) => id))
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={380} shadow="md" withinPortal>
      <Popover.Target>
        <ActionIcon
          className={classes.button}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          title={label}
          onClick={() => setOpened(!opened)}
        >
          {running > 0 ? (
            <RingProgress
              size={28}
              thickness={3}
              sections={[{ value: 100 * shareOf(uploads, jobs), color: 'teal' }]}
              label={<span className={classes.ring}>{running}</span>}
            />
          ) : (
            <Icon of={IconArrowsTransferUpDown} />
          )}
          {failed > 0 && <span className={classes.failed} aria-hidden="true" />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.tray} role="region" aria-label={t('files:tray.label')}>
        <div className={classes.head}>
          <b>{t('files:tray.label')}</b>
          {conflicts > 1 && (
            <Button size="compact-sm" variant="light" onClick={keepBothOfAll}>
              {t('files:tray.keepAll', { count: conflicts })}
            </Button>
          )}
          {uploads.filter(isOpen).length > 1 && (
            <Button size="compact-sm" variant="default" onClick={cancelAllUploads}>
              {t('files:tray.cancelAll')}
            </Button>
          )}
          {running < uploads.length + jobs.length && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
              {t('files:tray.clear')}
            </Button>
          )}
        </div>
        <ul className={classes.list}>
          {uploads.slice(0, MOST_LINES).map((item) => (
            <UploadLine key={item.id} item={item} />
          ))}
          {uploads.length > MOST_LINES && (
            <li className={classes.more}>{t('files:tray.more', { count: uploads.length - MOST_LINES })}</li>
          )}
          {jobs.map((job) => (
            <JobLine key={job.id} job={job} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
