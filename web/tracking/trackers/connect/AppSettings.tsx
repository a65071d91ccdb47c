import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Copyable } from '../../../kit/copy/Copyable.tsx'
import { Facts } from '../../../kit/ui/Facts.tsx'
import { QrCode } from '../../../kit/ui/QrCode.tsx'
import { osmandAddress, owntracksAddress, type Tracker, traccarAddress } from './addresses.ts'
import { httpCommand } from './commands.ts'
import { TryIt } from './TryIt.tsx'

/** Settings of a phone app or a webhook, as text and as a QR code. */
export function AppSettings({ app, tracker }: { app: keyof typeof apps; tracker: Tracker }) {
  const App = apps[app]
  return <App {...tracker} />
}

const { origin } = location

function Traccar(tracker: Tracker) {
  const { t } = useTranslation()
  return (
    <>
      <Text size="sm">{t('tracking:connect.traccarScan')}</Text>
      <QrCode text={traccarAddress(origin, tracker)} label={t('tracking:connect.traccarQr')} />
      <Facts
        facts={[
          [
            t('tracking:connect.url'),
            <Copyable key="url" what={t('tracking:connect.url')} text={`${origin}/gateway/osmand`} />,
          ],
          [
            t('tracking:connect.identifier'),
            <Copyable key="id" what={t('tracking:connect.identifier')} text={tracker.number} />,
          ],
        ]}
      />
      <TryIt tool="curl" line={httpCommand(origin, { ...tracker, device_token: null })} />
    </>
  )
}

function OsmAnd(tracker: Tracker) {
  const { t } = useTranslation()
  const address = osmandAddress(origin, tracker)
  return (
    <>
      <Text size="sm">{t('tracking:connect.osmandText')}</Text>
      <QrCode text={address} label={t('tracking:connect.osmandQr')} />
      <Facts
        facts={[
          [
            t('tracking:connect.address'),
            <Copyable key="address" what={t('tracking:connect.address')} text={address} />,
          ],
        ]}
      />
      <TryIt tool="curl" line={httpCommand(origin, tracker)} />
    </>
  )
}

function OwnTracks(tracker: Tracker) {
  const { t } = useTranslation()
  const { number, device_token } = tracker
  const address = owntracksAddress(origin, tracker)
  return (
    <>
      {device_token && (
        <>
          <Text size="sm">{t('tracking:connect.owntracksScan')}</Text>
          <QrCode text={address} label={t('tracking:connect.owntracksQr')} />
          <Anchor href={address} size="sm">
            {t('tracking:connect.owntracksLink')}
          </Anchor>
        </>
      )}
      <Facts
        facts={[
          [t('tracking:connect.mode'), t('tracking:connect.http')],
          [
            t('tracking:connect.url'),
            <Copyable key="url" what={t('tracking:connect.url')} text={`${origin}/gateway/owntracks`} />,
          ],
          [
            t('tracking:connect.username'),
            <Copyable key="username" what={t('tracking:connect.username')} text={number} />,
          ],
          [
            t('tracking:connect.password'),
            device_token && <Copyable key="password" what={t('tracking:connect.password')} text={device_token} />,
          ],
        ]}
      />
    </>
  )
}

/** A webhook of the network server, for one device by its token, or for all of an application by an API key. */
function Lorawan({ number, device_token }: Tracker) {
  const { t } = useTranslation()
  const url = `${origin}/gateway/lorawan`
  const header = device_token ? `Bearer ${device_token}` : null
  return (
    <>
      <Text size="sm">{t('tracking:connect.lorawanText')}</Text>
      <Facts
        facts={[
          [t('tracking:connect.url'), <Copyable key="url" what={t('tracking:connect.url')} text={url} />],
          [
            t('tracking:connect.header'),
            header && <Copyable key="header" what={t('tracking:connect.header')} text={header} />,
          ],
          [t('tracking:connect.devEui'), <Copyable key="eui" what={t('tracking:connect.devEui')} text={number} />],
        ]}
      />
    </>
  )
}

/** A node that is its own gateway node; one for a whole mesh has an API key instead of the token. */
function Meshtastic({ number, device_token }: Tracker) {
  const { t } = useTranslation()
  const copied = (name: string, text: string) => [name, <Copyable key={name} what={name} text={text} />] as const
  return (
    <>
      <Text size="sm">{t('tracking:connect.meshtasticText')}</Text>
      <Facts
        facts={[
          copied(t('tracking:connect.mqttServer'), location.hostname),
          copied(t('tracking:connect.username'), number),
          device_token ? copied(t('tracking:connect.password'), device_token) : [t('tracking:connect.password'), null],
          copied(t('tracking:connect.rootTopic'), 'msh'),
        ]}
      />
    </>
  )
}

const apps = { traccar: Traccar, osmand: OsmAnd, owntracks: OwnTracks, lorawan: Lorawan, meshtastic: Meshtastic }

export const isApp = (method: string): method is keyof typeof apps => Object.hasOwn(apps, method)
