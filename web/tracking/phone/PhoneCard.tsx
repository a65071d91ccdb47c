import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import type { Fleet } from '../kit/fleet.ts'
import { Flag } from './Flag.tsx'
import { showOwnPosition } from './ownPosition.ts'
import classes from './Phone.module.css'
import { endSharing, startSharing, useSharing } from './sharing.ts'
import { useSharingSentences } from './useSharingSentences.ts'

/** Switch and status of sharing this browser's position as a tracker. */
export function PhoneCard({ fleet }: { fleet: Fleet }) {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const { request, status } = useSharing()
  const { sentence, note } = useSharingSentences()
  if (!user || organisation_id === null) return null
  const acts = user.impersonator_user_id !== null
  const on = request?.user_id === user.id && !acts

  const turn = (to: boolean) => {
    if (!to) return endSharing()
    startSharing({ user_id: user.id, organisation_id })
    showOwnPosition()
  }
  return (
    <section className={classes.card} aria-label={t('tracking:phone.label')}>
      <Switch
        classNames={{ root: classes.switch, body: classes.body, labelWrapper: classes.label }}
        size="md"
        labelPosition="left"
        label={t('tracking:phone.share')}
        checked={on}
        disabled={acts}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      <p className={classes.sentence} data-lost={status === 'lost' || undefined} role="status">
        {acts ? t('tracking:phone.others') : sentence}
      </p>
      {note && <p className={classes.sentence}>{note}</p>}
      {on && status === 'live' && <Flag fleet={fleet} number={request.number} />}
    </section>
  )
}
