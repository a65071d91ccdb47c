import { useTranslation } from 'react-i18next'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import list from '../../kit/lists/List.module.css'
import classes from './Messages.module.css'
import type { Delivery } from './queries.ts'

const times = ['queued', 'sent', 'delivered', 'opened', 'read'] as const

/** Recipients of a message with channel, state and time. */
export function Deliveries({ deliveries }: { deliveries: Delivery[] }) {
  const { t } = useTranslation()
  const named = new Map(
    deliveries.filter(({ channel }) => channel === 'app').map((each) => [each.user_id, each.address]),
  )
  const whom = ({ address, user_id }: Delivery) => address ?? named.get(user_id) ?? t('messaging:deliveries.hidden')
  const headings = ['whom', 'channel', 'state', ...times] as const
  return (
    <div className={list.scroll}>
      <table className={list.table}>
        <thead>
          <tr>
            {headings.map((name) => (
              <th key={name}>{t(`messaging:deliveries.${name}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <Line key={delivery.id} delivery={delivery} whom={whom(delivery)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ delivery, whom }: { delivery: Delivery; whom: string }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const when = (at: string | null) => (at === null ? '' : moment(at, true))
  const { channel, role, state, attempts, failed, reason } = delivery
  return (
    <tr>
      <td data-first data-label={t('messaging:deliveries.whom')}>
        {whom}
        {role !== 'to' && <span className={classes.quiet}>{t(`messaging:messages.facts.${role}`)}</span>}
      </td>
      <td data-label={t('messaging:deliveries.channel')}>{choiceOf(t, channel)}</td>
      <td data-label={t('messaging:deliveries.state')}>
        <span>
          {choiceOf(t, state)}
          {failed && <span className={classes.quiet}>{when(failed)}</span>}
          {reason && <span className={classes.reason}>{reason}</span>}
          {attempts > 1 && (
            <span className={classes.quiet}>{t('messaging:deliveries.attempts', { count: attempts })}</span>
          )}
        </span>
      </td>
      {times.map((name) => (
        <td key={name} data-label={t(`messaging:deliveries.${name}`)}>
          {when(delivery[name])}
        </td>
      ))}
    </tr>
  )
}
