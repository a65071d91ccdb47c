import { useTranslation } from 'react-i18next'
import { useFeatures } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageTabs, useTab } from '../../kit/page/PageTabs.tsx'
import { SecondFactorRequired } from '../second_factor/SecondFactorRequired.tsx'
import { Alerts, type Overrides } from './Alerts.tsx'
import { ApiKeys } from './ApiKeys.tsx'
import { Appearance } from './Appearance.tsx'
import { Data } from './Data.tsx'
import { Profile } from './Profile.tsx'
import { Sessions } from './Sessions.tsx'
import { SignInSettings } from './SignInSettings.tsx'
import { Signatures } from './signatures/Signatures.tsx'
import { Units } from './Units.tsx'

const tabs = ['general', 'profile', 'alerts', 'signin', 'sessions', 'keys', 'signatures', 'data'] as const

/** Guests have appearance only; the other tabs need an account. */
export function SettingsPage({ Overrides }: { Overrides: Overrides }) {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const tracks = useFeatures().includes('tracking')
  // Alerts are of trackers.
  const shown = tabs.filter((name) => name !== 'alerts' || tracks)
  const [tab, setTab] = useTab(shown)
  if (!user) {
    return (
      <Page title={t('people:settings.title')}>
        <Appearance />
      </Page>
    )
  }
  if (user.second_factor_required) return <SecondFactorRequired />
  const key = `${user.id} ${organisation_id}`
  return (
    <Page title={t('people:settings.title')} width="record">
      <PageTabs tabs={shown} tab={tab} setTab={setTab} label={(name) => t(`people:settings.tabs.${name}`)} />
      {tab === 'general' && <Appearance />}
      {tab === 'general' && organisation_id !== null && (
        <Units key={key} user={user} organisation_id={organisation_id} />
      )}
      {tab === 'profile' && <Profile user={user} />}
      {tab === 'alerts' && organisation_id !== null && (
        <Alerts key={key} user={user} organisation_id={organisation_id} Overrides={Overrides} />
      )}
      {tab === 'signin' && <SignInSettings user={user} />}
      {tab === 'sessions' && <Sessions />}
      {tab === 'keys' && organisation_id !== null && (
        <ApiKeys key={key} organisation_id={organisation_id} user_id={user.id} />
      )}
      {tab === 'signatures' && <Signatures user={user} organisation_id={organisation_id} />}
      {tab === 'data' && <Data user={user} />}
    </Page>
  )
}
