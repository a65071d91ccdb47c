import { SettingsPage } from '../people/settings/SettingsPage.tsx'
import { TrackerOverrides } from '../tracking/alerts/TrackerOverrides.tsx'

export function MySettingsPage() {
  return <SettingsPage Overrides={TrackerOverrides} />
}
