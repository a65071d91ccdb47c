import { Anchor, Text } from '@mantine/core'
import { Copyable } from '../ui/Copyable.tsx'
import { Facts } from '../ui/Facts.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { osmandAddress, owntracksAddress, type Tracker, traccarAddress } from './addresses.ts'
import { httpCommand } from './commands.ts'
import { TryIt } from './TryIt.tsx'
import { useConnectWords } from './words.ts'

/** A phone's app: its settings to read, and the same to scan. */
export function AppSettings({ app, tracker }: { app: keyof typeof apps; tracker: Tracker }) {
  const App = apps[app]
  return <App {...tracker} />
}

const { origin } = location

function Traccar(tracker: Tracker) {
  const { t } = useConnectWords()
  return (
    <>
      <Text size="sm">{t('traccarScan')}</Text>
      <QrCode text={traccarAddress(origin, tracker)} label={t('traccarQr')} />
      <Facts
        facts={[
          [t('url'), <Copyable key="url" what={t('url')} text={`${origin}/gateway/osmand`} />],
          [t('identifier'), <Copyable key="id" what={t('identifier')} text={tracker.number} />],
        ]}
      />
      <TryIt tool="curl" line={httpCommand(origin, { ...tracker, device_token: null })} />
    </>
  )
}

function OsmAnd(tracker: Tracker) {
  const { t } = useConnectWords()
  const address = osmandAddress(origin, tracker)
  return (
    <>
      <Text size="sm">{t('osmandText')}</Text>
      <QrCode text={address} label={t('osmandQr')} />
      <Facts facts={[[t('address'), <Copyable key="address" what={t('address')} text={address} />]]} />
      <TryIt tool="curl" line={httpCommand(origin, tracker)} />
    </>
  )
}

function OwnTracks(tracker: Tracker) {
  const { t } = useConnectWords()
  const { number, device_token } = tracker
  const address = owntracksAddress(origin, tracker)
  return (
    <>
      {device_token && (
        <>
          <Text size="sm">{t('owntracksScan')}</Text>
          <QrCode text={address} label={t('owntracksQr')} />
          <Anchor href={address} size="sm">
            {t('owntracksLink')}
          </Anchor>
        </>
      )}
      <Facts
        facts={[
          [t('mode'), t('http')],
          [t('url'), <Copyable key="url" what={t('url')} text={`${origin}/gateway/owntracks`} />],
          [t('username'), <Copyable key="username" what={t('username')} text={number} />],
          [t('password'), device_token && <Copyable key="password" what={t('password')} text={device_token} />],
        ]}
      />
    </>
  )
}

const apps = { traccar: Traccar, osmand: OsmAnd, owntracks: OwnTracks }
