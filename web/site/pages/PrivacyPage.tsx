import { useWebsite } from '../../core/website.ts'
import { Legal } from './Legal.tsx'

export function PrivacyPage() {
  return <Legal of="privacy" url={useWebsite().data?.privacy_url} />
}
