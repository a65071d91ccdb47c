import { CloseButton, Progress } from '@mantine/core'
import {
  IconArchive,
  IconCalendarCheck,
  IconFileExport,
  IconLock,
  IconLockOpen,
  IconPackage,
  IconReport,
  IconRoute,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { cancelJob, hasEnded } from '../../core/jobs/jobs.ts'
import { closeTray } from '../../core/jobs/tray.ts'
import { paths } from '../../core/paths.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import type { Job } from '../../core/types.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { toSize } from '../../kit/format/size.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { shareOfJob } from './progress.ts'
import classes from './Tray.module.css'

const icons: Record<Job['kind'], TablerIcon> = {
  zip: IconArchive,
  unzip: IconPackage,
  encrypt: IconLock,
  decrypt: IconLockOpen,
  export: IconFileExport,
  report: IconReport,
  movement: IconRoute,
  closing: IconCalendarCheck,
}

export function JobLine({ job }: { job: Job }) {
  const { t } = useTranslation()
  const { run } = useAction()
  const { id, kind, state } = job
  const title = [t(`files:jobs.${kind}`), job.source].filter(Boolean).join(': ')
  const share = shareOfJob(job)
  return (
    <li className={classes.line} data-state={state}>
      <Icon of={icons[kind]} />
      <div className={classes.words}>
        <span className={classes.name} title={title}>
          {title}
        </span>
        <Standing job={job} />
        {state === 'running' && (
          <Progress
            value={share === null ? 100 : 100 * share}
            size="sm"
            animated={share === null}
            aria-label={t('files:jobs.progress', { title })}
          />
        )}
      </div>
      {!hasEnded(job) && (
        <CloseButton
          size="sm"
          aria-label={t('files:jobs.cancel', { title })}
          title={t('form.cancel')}
          onClick={() => run(() => cancelJob(id))}
        />
      )}
    </li>
  )
}

function Standing({ job }: { job: Job }) {
  const { t } = useTranslation()
  const { state, done_bytes, total_bytes, error_message, result_file_id } = job
  if (state === 'failed') {
    return (
      <small className={classes.problem} role="alert">
        {error_message}
      </small>
    )
  }
  if (state === 'done' && result_file_id !== null) return <Result id={result_file_id} />
  if (state === 'running' && done_bytes > 0) {
    const sizes = { sent: toSize(done_bytes), total: toSize(Math.max(done_bytes, total_bytes ?? 0)) }
    return <small>{total_bytes ? t('files:upload.progress', sizes) : sizes.sent}</small>
  }
  return <small>{t(`files:jobs.${state}`)}</small>
}

/** What came of a job; it may have been deleted since. */
function Result({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: queryKeys.record('file', id),
    queryFn: async () => (await guarded(client.read('file', id))).data,
  })
  if (!data || data.deleted_at !== null) return <small>{t('files:jobs.done')}</small>
  return (
    <small>
      <Link to={data.is_folder ? paths.files({ folder: id }) : paths.file({ id })} onClick={closeTray}>
        {data.name}
      </Link>
      {!data.is_folder && ` · ${toSize(data.size)}`}
    </small>
  )
}
