import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { keys } from '../keys.ts'
import classes from './MyPrivacy.module.css'

/** Hours and private times begin and end without a press. */
const REFRESH = 60_000

/** The trackers that a person has or drives now, each with its private mode. */
export function MyPrivacy({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const now = useNow(60_000)
  const { busy, refusal, send } = useSending()
  const { data } = useQuery({
    queryKey: keys.myPrivacy,
    queryFn: async () => (await guarded(client.act('GET tracker/private', {}))).data,
    refetchInterval: REFRESH,
  })
  // Where the organisation does not allow it, what is private by hours is still said.
  const shown = (data ?? []).filter((one) => one.organisation_id === organisation_id && (one.allowed || one.private))
  if (shown.length === 0) return null
  const stateOf = ({ private: is_private, until }: (typeof shown)[number]) => {
    if (!is_private) return t('tracking:privacy.shown')
    return until ? t('tracking:privacy.byPerson', { time: time(until, now) }) : t('tracking:privacy.byHours')
  }
  const keep = (tracker_id: number, is_private: boolean) =>
    send(async () => {
      await guarded(client.act('POST tracker/private', { tracker_id, private: is_private }))
      await refresh('trackerprivacy')
    })
  return (
    <Section title={t('tracking:privacy.mine')} text={t('tracking:privacy.mineText')}>
      <ul className={classes.trackers}>
        {shown.map((one) => (
          <li key={one.tracker_id}>
            <Switch
              label={one.tracker_name}
              description={stateOf(one)}
              checked={one.until !== null}
              disabled={busy || (!one.allowed && one.until === null)}
              onChange={({ currentTarget }) => keep(one.tracker_id, currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      <RefusalAlert refusal={refusal} />
    </Section>
  )
}
