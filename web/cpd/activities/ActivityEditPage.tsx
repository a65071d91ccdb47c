import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { dayOf } from '../../kit/format/zoned.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { EntryGone } from '../kit/EntryGone.tsx'
import { useEntry } from '../offline/useEntry.ts'
import { ActivityForm } from './ActivityForm.tsx'

/** Changes the activity of `?id=` or the unsent one of `?entry=`, or records one: today, for the goal of `?goal=`, in the category of `?category=`. */
export function ActivityEditPage() {
  const { t } = useTranslation()
  const { organisation_id, user } = useSession()
  const { timezone } = usePreferences()
  const [params] = useSearchParams()
  const record = useRecord('devactivity', { once: true })
  const { named, entry } = useEntry('devactivity')
  const of = { organisation_id: organisation_id!, user_id: user!.id }
  if (named) {
    return (
      <Page title={t('cpd:activities.edit')}>
        {entry ? <ActivityForm key={entry.client_key} {...of} row={{}} entry={entry} /> : <EntryGone />}
      </Page>
    )
  }
  if (record.id === null) {
    const [goal, devcategory_id] = [Number(params.get('goal')), Number(params.get('category'))]
    const row = {
      ...({
        completed_on: dayOf(Date.now(), timezone),
        same_patient: 'none',
        repeats: 'never',
        state: 'recorded',
      } as const),
      ...(goal > 0 && { goals: [goal] }),
      ...(devcategory_id > 0 && { credits: [{ devcategory_id, hours: 0 }] }),
    }
    return (
      <Page title={t('cpd:activities.new')}>
        <ActivityForm {...of} row={row} />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('cpd:activities.edit')} missing={t('cpd:activities.missing')}>
      {(activity) => (
        <Page title={t('cpd:activities.edit')}>
          <ActivityForm key={activity.modified_at} {...of} row={{}} stored={activity} />
        </Page>
      )}
    </Loaded>
  )
}
