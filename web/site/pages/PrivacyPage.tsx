import { useQuery } from '@tanstack/react-query'
import { website } from '../../core/website.ts'
import { Legal } from './Legal.tsx'

export function PrivacyPage() {
  return <Legal of="privacy" url={useQuery(website).data?.privacy_url} />
}
