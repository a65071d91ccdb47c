import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Section } from '../../kit/page/Section.tsx'
import classes from './Explain.module.css'
import type { Notified } from './types.ts'

/** Who was notified of an alert, or would be, and what became of the messages. */
export function NotifiedThen({ notified }: { notified: Notified }) {
  const { t } = useTranslation()
  const { alert_id, kind, recipients, deliveries } = notified
  const isWatched = ['arrived', 'departed', 'late'].includes(kind)
  // Deliveries of people and lists that are not among the recipients any more.
  const others = deliveries.filter((one) => !recipients.some((recipient) => isOf(recipient, one)))
  const empty = recipients.length === 0 && others.length === 0
  return (
    <Section
      title={t(alert_id === null ? 'tracking:explain.notified.would' : 'tracking:explain.notified.title')}
      text={t('tracking:explain.notified.of', { kind: t(`tracking:alertsPage.kinds.${kind}`) })}
    >
      {isWatched && <Text>{t('tracking:explain.notified.watched')}</Text>}
      {empty && !isWatched && <Text>{t('tracking:explain.notified.none')}</Text>}
      <ul className={classes.list}>
        {recipients.map((recipient) => (
          <Recipient
            key={`${recipient.user_id} ${recipient.list_group_id}`}
            recipient={recipient}
            notified={notified}
            deliveries={deliveries.filter((one) => isOf(recipient, one))}
          />
        ))}
        {others.map((delivery) => (
          <li key={`${delivery.message_id} ${delivery.channel} ${delivery.address}`}>
            <Text>{delivery.name ?? t('tracking:explain.notified.organisation')}</Text>
            <Delivery delivery={delivery} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Recipient({ recipient, notified, deliveries }: RecipientProps) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const own_id = useSession((session) => session.user?.id)
  const { user_id, list_group_id, name, channels, because, quiet } = recipient
  const who =
    user_id === null
      ? list_group_id === null
        ? t('tracking:explain.notified.organisation')
        : t('tracking:explain.notified.group', { name: name ?? '' })
      : user_id === own_id
        ? t('tracking:explain.notified.you')
        : name
  const by = channels.map((channel) => t(`tracking:explain.notified.channels.${channel}`)).join(', ')
  const notes = [
    recipient.notified ? t('tracking:explain.notified.yes', { channels: by }) : t('tracking:explain.notified.no'),
    t(`tracking:explain.notified.because.${because}`),
    ...(quiet && recipient.notified ? [t('tracking:explain.notified.quiet', { time: moment(quiet) })] : []),
  ]
  const deferred = notified.deferred.filter((one) => one.user_id === user_id && one.list_group_id === list_group_id)
  const isUnknown = notified.alert_id !== null && recipient.notified && deliveries.length + deferred.length === 0
  return (
    <li>
      <Text>{who}</Text>
      <Text size="sm">{notes.join(' · ')}</Text>
      {deliveries.map((delivery) => (
        <Delivery key={`${delivery.message_id} ${delivery.channel} ${delivery.address}`} delivery={delivery} />
      ))}
      {deferred.map((one) => (
        <Text key={one.channel} size="sm">
          {t(`tracking:explain.notified.channels.${one.channel}`)}:{' '}
          {t(`tracking:explain.notified.deferred.${one.because}`, { time: moment(one.due_at) })}
        </Text>
      ))}
      {isUnknown && (
        <Text size="sm" c="dimmed">
          {t('tracking:explain.notified.nothing')}
        </Text>
      )}
    </li>
  )
}

function Delivery({ delivery }: { delivery: Notified['deliveries'][number] }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { channel, address, state, reason, failed, delivered, sent, queued } = delivery
  const when = failed ?? delivered ?? sent ?? queued
  const to = channel === 'push' || !address ? '' : ` ${address}`
  return (
    <Text size="sm" c={state === 'failed' ? 'red' : undefined}>
      {t(`tracking:explain.notified.channels.${channel}`)}
      {to}: {t(`tracking:explain.notified.states.${state}`)}
      {when && `, ${moment(when, true)}`}
      {reason && ` (${reason})`}
    </Text>
  )
}

const isOf = (recipient: Notified['recipients'][number], delivery: Notified['deliveries'][number]) =>
  recipient.user_id === null ? false : recipient.user_id === delivery.user_id

type RecipientProps = {
  recipient: Notified['recipients'][number]
  notified: Notified
  deliveries: Notified['deliveries']
}
