import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Page } from '../frame/Page.tsx'
import { Copyable } from '../ui/Copyable.tsx'
import classes from './ConnectDevice.module.css'
import type { MadeToken } from './TrackerEditPage.tsx'

const example = '{"lat": -36.85, "lon": 174.76, "speed": 12.5}'

/** What the device needs, with the token that is shown only now. */
export function ConnectDevice({ number, device_token, done }: MadeToken & { done: () => void }) {
  const { t } = useTranslation()
  const lines: [string, string, boolean][] = [
    [t('trackers.server'), location.hostname, true],
    [t('trackers.port'), t('trackers.portValue'), false],
    [t('trackers.username'), number, true],
    [`${t('trackers.password')} (${t('trackers.token')})`, device_token, true],
    [t('trackers.topic'), `trackers/${number}/position`, true],
    [t('trackers.example'), example, true],
  ]
  return (
    <Page title={t('trackers.connectTitle')}>
      <Text mb="lg">{t('trackers.connectText')}</Text>
      <dl className={classes.lines}>
        {lines.map(([name, text, copied]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{copied ? <Copyable what={name} text={text} /> : text}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={done} mt="lg">
        {t('trackers.done')}
      </Button>
    </Page>
  )
}
