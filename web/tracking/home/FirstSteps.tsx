import { Anchor, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { installation } from '../../core/installation.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import classes from './FirstSteps.module.css'

/** Onboarding from the first tracker to the first alert; hidden once a tracker reports and a boundary exists. */
export function FirstSteps({ tracker, reports, drawn, some = tracker !== null }: Props) {
  const { t } = useTranslation()
  const user = useSession((session) => session.user)!
  const finished = reports && drawn
  const { data } = useQuery({ ...installation, enabled: !finished && user.platform_admin })
  if (finished) return null
  const steps: Step[] = [
    { name: 'tracker', to: paths.trackerEdit(), done: some },
    { name: 'connect', to: tracker ? paths.tracker({ id: tracker, tab: 'device' }) : null, done: reports },
    { name: 'boundary', to: paths.boundaryEdit(), done: drawn },
    { name: 'notified', to: paths.settings({ tab: 'alerts' }), done: false },
  ]
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <Title order={2} size="h5" id="first-steps">
        {t('tracking:home.first.title')}
      </Title>
      <Text c="dimmed" size="sm">
        {t(some ? 'tracking:home.first.some' : 'tracking:home.first.none')}
      </Text>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.name} data-done={step.done || undefined}>
            <span className={classes.mark}>{step.done && <Icon of={IconCheck} />}</span>
            <div>
              <Name {...step} />
              <Text c="dimmed" size="sm">
                {t(`tracking:home.first.${step.name}Text`, { email: user.email })}
              </Text>
              {step.name === 'notified' && data?.sends_mail === false && user.platform_admin && <NotSent />}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Name({ name, to, done }: Step) {
  const { t } = useTranslation()
  if (done || !to) {
    return (
      <span className={classes.name}>
        {t(`tracking:home.first.${name}`)}
        {done && <span className={classes.unseen}> · {t('tracking:home.first.done')}</span>}
      </span>
    )
  }
  return (
    <Anchor component={Link} to={to} fw={600}>
      {t(`tracking:home.first.${name}`)}
    </Anchor>
  )
}

function NotSent() {
  const { t } = useTranslation()
  return (
    <Text size="sm" mt={4}>
      <Trans
        t={t}
        i18nKey="tracking:home.first.outbox"
        components={{ outbox: <Anchor component={Link} to={paths.outbox()} inherit underline="always" /> }}
      />
    </Text>
  )
}

/** @param to null while an earlier step is missing */
type Step = { name: 'tracker' | 'connect' | 'boundary' | 'notified'; to: string | null; done: boolean }
type Props = {
  /** Id of a tracker to connect. */
  tracker: number | null
  /** Whether a tracker has reported. */
  reports: boolean
  /** Whether a boundary exists. */
  drawn: boolean
  /** Whether there are trackers, when `tracker` is null. */
  some?: boolean
}
