import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { showRecord } from '../../kit/record/useRecord.ts'
import { Notice } from '../kit/Notice.tsx'
import { ShareForm } from './ShareForm.tsx'

/** In which other organisations an activity counts, and from which it comes; its person decides about it. */
export function Shares({ activity, is_own }: { activity: Row<'devactivity'>; is_own: boolean }) {
  return (
    <>
      {activity.recorded_in && <Origin from={activity.recorded_in} />}
      {activity.counts_in.map((there) => (
        <CountsIn key={there.organisation} id={activity.id} there={there} is_own={is_own} />
      ))}
      {is_own && <Share activity={activity} />}
    </>
  )
}

function Origin({ from: { organisation, devactivity_id, differs, removed } }: { from: Origin }) {
  const { t } = useTranslation()
  return (
    <Notice
      tone="info"
      title={t('cpd:sharing.recordedIn', { organisation: organisation ?? t('cpd:sharing.elsewhere') })}
    >
      {t('cpd:sharing.recordedInText')} {differs && t('cpd:sharing.recordedInDiffers')}
      {removed && t('cpd:sharing.recordedInRemoved')}
      {devactivity_id && <Show id={devactivity_id} />}
    </Notice>
  )
}

function CountsIn({ id, there: { organisation, devactivity_id, differs }, is_own }: Counting) {
  const { t } = useTranslation()
  const end = async () => {
    await guarded(client.remove('devactivity', devactivity_id!))
    const { data } = await guarded(client.read('devactivity', id))
    await showRecord('devactivity', data)
  }
  return (
    <Notice tone={differs ? 'attention' : 'info'} title={t('cpd:sharing.countsIn', { organisation })}>
      {t(differs ? 'cpd:sharing.countsInDiffers' : 'cpd:sharing.countsInText')}
      {is_own && devactivity_id && (
        <Group gap="sm">
          <Show id={devactivity_id} />
          <ConfirmButton label={t('cpd:sharing.end')} run={end} done={t('cpd:sharing.ended')} />
        </Group>
      )}
    </Notice>
  )
}

function Show({ id }: { id: number }) {
  const { t } = useTranslation()
  return (
    <div>
      <Button component={Link} to={paths.activity({ id })} variant="default">
        {t('cpd:sharing.show')}
      </Button>
    </div>
  )
}

/** Offered where the person is in another organisation with professional development. */
function Share({ activity }: { activity: Row<'devactivity'> }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const memberships = useSession(({ user }) => user?.memberships) ?? []
  const { organisation_id, state, recorded_in, counts_in } = activity
  const others = memberships.filter(
    (each) =>
      each.organisation_id !== organisation_id &&
      each.features?.includes('cpd') &&
      !counts_in.some(({ organisation }) => organisation === each.organisation_name),
  )
  const counts = state === 'recorded' || state === 'verified'
  if (others.length === 0 || recorded_in || activity.private || !counts) return null
  if (open) return <ShareForm activity={activity} others={others} close={() => setOpen(false)} />
  return (
    <div>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('cpd:sharing.open')}
      </Button>
    </div>
  )
}

/** `id` of the activity that is shown. */
type Counting = { id: number; there: Row<'devactivity'>['counts_in'][number]; is_own: boolean }
type Origin = NonNullable<Row<'devactivity'>['recorded_in']>
