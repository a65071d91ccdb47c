import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Notice } from '../kit/Notice.tsx'

/** That the college has recorded an activity; its person may refuse it. */
export function AttendedNotice({ activity, is_own }: { activity: Row<'devactivity'>; is_own: boolean }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const navigate = useNavigate()
  const { run } = useAction({ changes: ['devactivity', 'cpdattendance', 'cpdevent'] })
  const { attended } = activity
  if (!attended) return null
  const { how, event, recorded_at, recorded_by, cpdattendance_id } = attended
  const time = moment(recorded_at)
  const text = !is_own
    ? t('cpd:events.ofOther', { time })
    : how === 'list'
      ? t('cpd:events.byList', { time, person: recorded_by ?? '–' })
      : t(how === 'course' ? 'cpd:events.byCourse' : 'cpd:events.byLink', { time })
  async function refuse() {
    const done = t('cpd:events.refusedDone')
    const is_done = await run(() => client.act('POST cpdattendance/refuse', { id: cpdattendance_id }), done)
    if (is_done) navigate(paths.activities(), { replace: true })
  }
  return (
    <Notice tone="info" title={t('cpd:events.byCollege', { event })}>
      {text} {is_own && t('cpd:events.refuseText')}
      {is_own && <ConfirmButton label={t('cpd:events.refuse')} run={refuse} />}
    </Notice>
  )
}
